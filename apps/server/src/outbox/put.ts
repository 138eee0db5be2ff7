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
import { insertNotifications } from './outbox.sql.ts'
import type { NewNotification } from './outbox.sql.ts'
import { quietUntil } from './quiet.ts'
import { openChannels } from './ways.ts'
import type { Ways } from './ways.ts'

export const keyOn = (news: Pick<StoredNews, 'key'>, channel: Channel, address: string) =>
  `${news.key}|${channel}|${address.toLowerCase()}`

/** Somebody, on one channel; `own`: what the alarm's writer says there. */
export interface Destination {
  readonly channel: Channel
  readonly to: Hearer
  readonly own?: AlarmNews['own']
}

/**
 * Puts messages where they wait for their turn; answers of each whether anybody will hear of it, undefined: it stood there
 * before. Where nothing is open at all, what is kept is read on its page.
 */
export type Put = (work: Work, news: StoredNews, all: readonly Destination[]) => Promise<(boolean | undefined)[]>

export function putter({ config, texts }: Pick<World, 'config' | 'texts'>, ways: Ways): Put {
  return async (work, news, all) => {
    const { severity, eventId } = news
    const isAbroad = ({ channel, to }: Destination) => !mayTell(config, channel, to.address)
    const waits = await waiting(
      work,
      news,
      all.filter(one => ways[one.channel] && !isAbroad(one)),
    )
    const rows = all.map((one): NewNotification => {
      const { channel, to, own = null } = one
      const t = texts[languageOf(to.language) ?? defaultLanguage]
      return {
        ...wordsOn(channel, { ...news, link: eventUrl(config, eventId), own }, t, to.timeZone),
        ...{ key: keyOn(news, channel, to.address), eventId, occurrenceId: news.occurrenceId, entityId: news.entityId, channel },
        ...{ userId: to.userId, address: to.address, language: t.language, timeZone: to.timeZone },
        ...{ severity, news: storedNews(news) },
        ...(isAbroad(one) ? { state: 'WITHHELD', withheldFor: 'COUNTRY' } : { state: ways[channel] ? 'QUEUED' : 'KEPT' }),
        ...waits.get(one),
      }
    })
    const made = await insertNotifications(work, rows)
    const isKeptToBeRead = openChannels(ways).length === 0
    return rows.map(({ key, state }) => (made.has(key) ? state === 'QUEUED' || (state === 'KEPT' && isKeptToBeRead) : undefined))
  }
}

type Waits = Pick<NewNotification, 'dueAt' | 'quiet' | 'gathered'>

/** Who waits for the end of quiet hours, or to be told together with others. */
async function waiting(work: Work, { severity, eventId }: StoredNews, all: readonly Destination[]) {
  const waits = new Map<Destination, Waits>()
  const critical = severity === 'CRITICAL'
  const awake: Destination[] = []
  for (const one of all) {
    const end = critical ? null : quietUntil(work.now, one.to.notifications?.quiet, one.to.timeZone)
    // A whole night's messages would come at once in the morning.
    if (end) waits.set(one, { dueAt: end, quiet: true, gathered: true })
    else awake.push(one)
  }
  if (awake.length === 0) return waits
  const to = awake.map(one => ({ channel: one.channel, address: one.to.address }))
  const since = new Date(work.now.getTime() - BURST)
  const found = await gatheringFor(work, { to, eventId, since, critical })
  for (const [at, { lately, until }] of found.entries())
    if ((lately ?? 0) >= BEFORE_GATHERING)
      waits.set(awake[at]!, { dueAt: until ?? new Date(work.now.getTime() + gatheredFor(severity)), gathered: true })
  return waits
}
