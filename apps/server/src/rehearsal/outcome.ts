import type { Value } from '@steading/contract/interfaces'
import { MOST_REHEARSED_EVENTS, MOST_REHEARSED_WRITES } from '@steading/contract/rehearsal'
import type { RehearsedOutcome } from '@steading/contract/rehearsal'
import type { EventNotify, EventOpen, Intent } from '@steading/rules/intent'
import { writesOf } from '@steading/rules/listeners'
import { beginOf } from './begin.ts'
import { sparedBy } from '../outbox/index.ts'
import type { Hearers, Known, Version } from './run.ts'

interface Event {
  readonly opened: number
  closed: number | null
  notifications: number
  readonly interfaceIds: string[]
  /** At which of the version's places it stands. */
  readonly place: number
  /** Since when it is open, this time. */
  since: number
  /** When each channel last told whom of it. */
  readonly told: Map<string, Map<number, number>>
}

interface Output {
  readonly interfaceId: string
  writes: number
  value: Value | undefined
  since: number
  /** ms × value, and ms that the value is known. */
  area: number
  known: number
  readonly values: { atUtc: string; value: Value }[]
}

const iso = (ms: number) => new Date(ms).toISOString()

/** Counts what one version would have done, by the rules by which events and their letters are made of what rules really do. */
export function tally({ body, hearers, places }: Version, from: number, until: number, before: readonly Known[]) {
  const events: Event[] = []
  let current: Event | undefined
  let [eventCount, openFor, notificationCount, faultCount] = [0, 0, 0, 0]
  const messages = new Map<string, { readonly hearers: Hearers; readonly person: number; count: number }>()
  const begin = beginOf(body, from, until)
  const severity = 'event' in body ? body.event.severityLevel : 'LOW'
  // What an output did before the rule was in force is not the rule's.
  const outputs = new Map(writesOf(body).map(id => [id, output(id, begin, begin < until ? before : [])]))

  const open = ({ ts, status, causes }: EventOpen) => {
    const closed = status === 'CLOSED' ? ts : null
    const interfaceIds = [...new Set(causes.map(one => one.interfaceId))]
    const place = places[interfaceIds[0] ?? ''] ?? 0
    current = { opened: ts, closed, notifications: 0, interfaceIds, place, since: ts, told: new Map() }
    eventCount++
    if (events.length < MOST_REHEARSED_EVENTS) events.push(current)
  }
  const close = (event: Event, ts: number) => {
    event.closed = ts
    openFor += ts - event.since
  }
  const notify = (event: Event, { ts, escalation }: EventNotify) => {
    const heard = new Set<number>()
    const steps = hearers[event.place] ?? []
    for (const one of steps[Math.min(escalation, steps.length - 1)] ?? []) {
      const told = event.told.get(one.channel) ?? new Map<number, number>()
      event.told.set(one.channel, told)
      const isSpared = sparedBy({ recurrence: one.recurrence, escalation, severity, at: ts }, told)
      for (const person of one.to) {
        if (heard.has(person) || isSpared(person)) continue
        heard.add(person)
        told.set(person, ts)
        const key = `${one.channel} ${person}`
        const message = messages.get(key)
        if (message) message.count++
        else messages.set(key, { hearers: one, person, count: 1 })
      }
    }
    if (heard.size === 0) return
    event.notifications++
    notificationCount++
  }

  return {
    take(intent: Intent) {
      if (intent.kind === 'ACTUATE') {
        const one = outputs.get(intent.interfaceId)
        // What is settled a moment before it begins is so from its beginning.
        if (one) write(one, intent.value, Math.max(intent.ts, begin))
        // What it misses before it is in force harms nobody.
      } else if (intent.kind === 'FAULT') faultCount += intent.ts >= begin ? 1 : 0
      else if (intent.kind === 'EVENT_OPEN') open(intent)
      else if (current && intent.kind === 'EVENT_CLOSE') close(current, intent.ts)
      else if (current && intent.kind === 'EVENT_NOTIFY') notify(current, intent)
      else if (current) {
        current.closed = null
        current.since = intent.ts
      }
    },
    outcome(people: readonly (string | null)[]): RehearsedOutcome {
      if (current && current.closed === null) openFor += until - current.since
      return {
        ...{ eventCount, openFor: openFor / 1000, notificationCount, faultCount },
        beginUtc: begin < until ? iso(begin) : null,
        events: events.map(({ opened, closed, notifications, interfaceIds }) => ({
          ...{ openUtc: iso(opened), closeUtc: closed === null ? null : iso(closed), notifications, interfaceIds },
        })),
        messages: summed(messages.values(), people),
        outputs: [...outputs.values()].map(one => outputSaid(one, until)),
      }
    },
  }
}

/** People whom the caller does not see are one. */
function summed(
  messages: Iterable<{ readonly hearers: Hearers; readonly person: number; readonly count: number }>,
  people: readonly (string | null)[],
): RehearsedOutcome['messages'] {
  const found = new Map<string, RehearsedOutcome['messages'][number]>()
  for (const { hearers, person, count } of messages) {
    const { channel } = hearers
    const recipient = people[person] ?? null
    const key = `${channel} ${recipient}`
    found.set(key, { channel, recipient, count: count + (found.get(key)?.count ?? 0) })
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count)
}

function output(interfaceId: string, from: number, before: readonly Known[]): Output {
  const value = before.find(one => one.interfaceId === interfaceId)?.value
  const values = value === undefined ? [] : [{ atUtc: iso(from), value }]
  return { interfaceId, writes: 0, value, since: from, area: 0, known: 0, values }
}

/** Until then it was what it is. */
function pass(one: Output, ts: number) {
  if (one.value !== undefined) {
    one.area += (ts - one.since) * Number(one.value)
    one.known += ts - one.since
  }
  one.since = ts
}

/** To assert what it is already changes nothing. */
function write(one: Output, value: Value, ts: number) {
  if (one.value === value) return
  pass(one, ts)
  one.value = value
  one.writes++
  const atUtc = iso(ts)
  // Of two values of one instant the later one counts.
  if (one.values.at(-1)?.atUtc === atUtc) one.values.pop()
  if (one.values.length < MOST_REHEARSED_WRITES) one.values.push({ atUtc, value })
}

function outputSaid(one: Output, until: number): RehearsedOutcome['outputs'][number] {
  pass(one, until)
  const { interfaceId, writes, value, values, area, known } = one
  const on = typeof value === 'boolean' ? area / 1000 : known === 0 ? null : area / known
  return { interfaceId, writes, on, values }
}
