import type { Channel } from '@steading/contract/outbox'
import { translatorFor } from '@steading/locales/text'
import { eventUrl } from '../platform/config.ts'
import { jointly } from '../platform/database/jointly.ts'
import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import type { AlarmNews } from './alarm-mail.ts'
import { mayTell } from './countries.ts'
import { recipientFields } from './audience.ts'
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

interface Putting {
  readonly news: StoredNews
  readonly all: readonly Destination[]
}

/**
 * Puts messages where they wait for their turn; answers of each whether anybody will hear of it, undefined: it stood there
 * before. Where nothing is open at all, what is kept is read on its page.
 */
export type Put = (work: Work, one: Putting) => Promise<(boolean | undefined)[]>

export function putter({ config, texts }: Pick<World, 'config' | 'texts'>, ways: Ways): Put {
  const isAbroad = ({ channel, to }: Destination) => !mayTell(config, channel, to.address)

  function rowOf(news: StoredNews, one: Destination, waits: Waits | undefined): NewNotification {
    const { channel, to, own = null } = one
    const { severity, eventId, occurrenceId, entityId } = news
    const t = translatorFor(texts, to)
    return {
      ...wordsOn(channel, { ...news, link: eventUrl(config, eventId), own }, t, to.timeZone),
      ...{ key: keyOn(news, channel, to.address), eventId, occurrenceId, entityId, channel },
      ...recipientFields(to, to.address, t),
      severity,
      news: storedNews(news),
      ...(isAbroad(one) ? { state: 'WITHHELD', withheldFor: 'COUNTRY' } : { state: ways[channel] ? 'QUEUED' : 'KEPT' }),
      ...waits,
    }
  }

  return jointly(async (work, each: readonly Putting[]) => {
    const open = each.map(({ news, all }) => ({ news, all: all.filter(one => ways[one.channel] && !isAbroad(one)) }))
    const waits = await waiting(work, open)
    const rows = each.map(({ news, all }) => all.map(one => rowOf(news, one, waits.get(one))))
    const made = await insertNotifications(work, rows.flat())
    const isKeptToBeRead = openChannels(ways).length === 0
    const hears = ({ key, state }: NewNotification) =>
      made.has(key) ? state === 'QUEUED' || (state === 'KEPT' && isKeptToBeRead) : undefined
    return rows.map(of => of.map(hears))
  })
}

type Waits = Pick<NewNotification, 'dueAt' | 'quiet' | 'gathered'>

/** Who waits for the end of quiet hours, or to be told together with others: what is put at once counts as one after the other. */
async function waiting(work: Work, each: readonly Putting[]) {
  const waits = new Map<Destination, Waits>()
  const awake: { readonly news: StoredNews; readonly one: Destination }[] = []
  for (const { news, all } of each)
    for (const one of all) {
      const end = news.severity === 'CRITICAL' ? null : quietUntil(work.now, one.to.notifications?.quiet, one.to.timeZone)
      // A whole night's messages would come at once in the morning.
      if (end) waits.set(one, { dueAt: end, quiet: true, gathered: true })
      else awake.push({ news, one })
    }
  if (awake.length === 0) return waits
  const wanted = awake.map(({ news, one }) => ({
    ...{ channel: one.channel, address: one.to.address, critical: news.severity === 'CRITICAL', eventId: news.eventId },
  }))
  const since = new Date(work.now.getTime() - BURST)
  const found = await gatheringFor(work, { wanted, since, most: BEFORE_GATHERING + 1 })
  const told = new Map<string, Set<string>>()
  for (const [at, { news, one }] of awake.entries()) {
    const { lately, until } = found[at]!
    const name = `${one.channel}|${one.to.address}`
    const events = told.get(name) ?? new Set(lately)
    told.set(name, events)
    if (events.size - Number(events.has(news.eventId)) >= BEFORE_GATHERING)
      waits.set(one, { dueAt: until ?? new Date(work.now.getTime() + gatheredFor(news.severity)), gathered: true })
    events.add(news.eventId)
  }
  return waits
}
