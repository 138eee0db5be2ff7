import type { ActionConfiguration, Channel } from '@steading/contract/outbox'
import type { Translate } from '@steading/locales/text'
import type { Work } from '../platform/database/work.ts'
import { alarmMail } from './alarm-mail.ts'
import type { AlarmNews } from './alarm-mail.ts'
import { notificationById } from './outbox.sql.ts'
import { shortText, spokenText } from './short.ts'

/** An occurrence of an event that people are to hear of. */
export interface News extends Omit<AlarmNews, 'link' | 'own'> {
  readonly eventId: string
  readonly entityId: string
  readonly occurrenceId: string
  /** Of the occurrence: the same news again reaches nobody twice. */
  readonly key: string
  /** Steps up the list of people; 0: the event's own recipients. */
  readonly escalation: number
  /** null: the responsibles, by mail. */
  readonly actions: readonly ActionConfiguration[] | null
}

/** What stays with a message, so that it can be told by another channel too. */
export type StoredNews = Omit<News, 'actions'>

/** For a jsonb column: whom it names is no part of it. */
export const storedNews = (news: StoredNews): StoredNews => ({ ...news, actions: undefined }) as StoredNews

/** From a jsonb column that only `storedNews` fills; null of a letter. */
export function newsIn(column: unknown): StoredNews | null {
  const news = (column ?? null) as (Omit<StoredNews, 'at' | 'openedAt'> & { at: string; openedAt: string }) | null // safe: see above
  return news && { ...news, at: new Date(news.at), openedAt: new Date(news.openedAt) }
}

/** What a message told; null: of a letter, of a message of old, of one that the actor may not see. */
export const newsOf = async (work: Work, notificationId: string) => newsIn((await notificationById(work, notificationId))?.news)

/** What a channel says of it. A short message has no subject of its own: lists show its mail's. */
export function wordsOn(channel: Channel, news: AlarmNews, t: Translate, timeZone: string) {
  const mail = alarmMail(news, t, timeZone)
  if (channel === 'MAIL') return mail
  const text = channel === 'VOICE' ? spokenText(news, t, timeZone) : shortText(news, t, timeZone)
  return { subject: mail.subject, text, html: '' }
}
