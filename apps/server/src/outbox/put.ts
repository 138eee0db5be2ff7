import type { Channel } from '@steading/contract/outbox'
import { defaultLanguage, languageOf } from '@steading/locales/languages'
import { eventUrl } from '../platform/config.ts'
import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import type { AlarmNews } from './alarm-mail.ts'
import { mayTell } from './countries.ts'
import type { Hearer } from './audience.ts'
import { gatheringFor } from './delivery.sql.ts'
import { BEFORE_GATHERING, BURST, gatheredFor } from './digest.ts'
import { storedNews, wordsOn } from './news.ts'
import type { StoredNews } from './news.ts'
import { insertNotification } from './outbox.sql.ts'
import { quietUntil } from './quiet.ts'
import type { Ways } from './ways.ts'

export const keyOn = (news: Pick<StoredNews, 'key'>, channel: Channel, address: string) =>
  `${news.key}|${channel}|${address.toLowerCase()}`

/** Puts one message where it waits for its turn; answers whether anybody will hear of it, undefined: it stood there before. */
export type Put = (
  work: Work,
  news: StoredNews,
  channel: Channel,
  to: Hearer,
  own?: AlarmNews['own'],
) => Promise<boolean | undefined>

export function putter({ config, texts }: Pick<World, 'config' | 'texts'>, ways: Ways): Put {
  return async (work, news, channel, to, own = null) => {
    const { severity, eventId } = news
    const t = texts[languageOf(to.language) ?? defaultLanguage]
    const abroad = !mayTell(config, channel, to.address)
    const waits = ways[channel] && !abroad ? await waiting(work, news, channel, to) : {}
    const id = await insertNotification(work, {
      ...wordsOn(channel, { ...news, link: eventUrl(config, eventId), own }, t, to.timeZone),
      ...{ key: keyOn(news, channel, to.address), eventId, occurrenceId: news.occurrenceId, entityId: news.entityId, channel },
      ...{ userId: to.userId, address: to.address, language: t.language, timeZone: to.timeZone },
      ...{ severity, news: storedNews(news) },
      ...(abroad ? { state: 'WITHHELD', withheldFor: 'COUNTRY' } : { state: ways[channel] ? 'QUEUED' : 'KEPT' }),
      ...waits,
    })
    return id === undefined ? undefined : !abroad
  }
}

/** It waits for the end of quiet hours, or to go out with others. */
async function waiting(work: Work, { severity, eventId }: StoredNews, channel: Channel, to: Hearer) {
  const critical = severity === 'CRITICAL'
  const end = critical ? null : quietUntil(work.now, to.notifications?.quiet, to.timeZone)
  // A whole night's messages would come at once in the morning.
  if (end) return { dueAt: end, quiet: true, gathered: true }
  const since = new Date(work.now.getTime() - BURST)
  const { lately, until } = await gatheringFor(work, { channel, address: to.address, eventId, since, critical })
  if (lately < BEFORE_GATHERING) return {}
  return { dueAt: until ?? new Date(work.now.getTime() + gatheredFor(severity)), gathered: true }
}
