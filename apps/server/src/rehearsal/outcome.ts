import type { Value } from '@steading/contract/devices/interfaces'
import { MOST_REHEARSED_EVENTS, MOST_REHEARSED_WRITES } from '@steading/contract/rules/rehearsal'
import type { RehearsedOutcome } from '@steading/contract/rules/rehearsal'
import type { EventNotify, EventOpen, RuleEffect } from '@steading/rules/effects'
import { writesOf } from '@steading/rules/listeners'
import { beginOf } from './begin.ts'
import { createThrottle } from '../outbox/index.ts'
import type { Hearers, Known, Version } from './run.ts'

interface Event {
  readonly opened: number
  closed: number | null
  notifications: number
  readonly interfaceIds: string[]
  /** Index of its entity in the version's list. */
  readonly place: number
  /** Start of the present opening. */
  since: number
  /** Time of the last message, by channel and recipient. */
  readonly lastNotified: Map<string, Map<number, number>>
}

interface Output {
  readonly interfaceId: string
  writes: number
  value: Value | undefined
  since: number
  /** ms × value, and ms during which the value is known. */
  area: number
  known: number
  readonly values: { atUtc: string; value: Value }[]
}

const iso = (ms: number) => new Date(ms).toISOString()

/** Counts the effects of one version, by the rules that apply to real events and messages. */
export function tally({ body, hearers, places }: Version, from: number, until: number, before: readonly Known[]) {
  const events: Event[] = []
  let current: Event | undefined
  let eventCount = 0
  let openFor = 0
  let notificationCount = 0
  let faultCount = 0
  const messages = new Map<string, { readonly hearers: Hearers; readonly person: number; count: number }>()
  const begin = beginOf(body, from, until)
  const severity = 'event' in body ? body.event.severityLevel : 'LOW'
  // Outputs before the rule is in force do not belong to it.
  const outputs = new Map(writesOf(body).map(id => [id, output(id, begin, begin < until ? before : [])]))

  const open = ({ ts, status, causes }: EventOpen) => {
    const closed = status === 'CLOSED' ? ts : null
    const interfaceIds = [...new Set(causes.map(cause => cause.interfaceId))]
    const place = places[interfaceIds[0] ?? ''] ?? 0
    current = { opened: ts, closed, notifications: 0, interfaceIds, place, since: ts, lastNotified: new Map() }
    eventCount++
    if (events.length < MOST_REHEARSED_EVENTS) events.push(current)
  }
  const close = (event: Event, ts: number) => {
    event.closed = ts
    openFor += ts - event.since
  }
  const notify = (event: Event, { ts, escalation }: EventNotify) => {
    const recipients = new Set<number>()
    const steps = hearers[event.place] ?? []
    for (const one of steps[Math.min(escalation, steps.length - 1)] ?? []) {
      const channelTimes = event.lastNotified.get(one.channel) ?? new Map<number, number>()
      event.lastNotified.set(one.channel, channelTimes)
      const isSpared = createThrottle({ recurrence: one.recurrence, escalation, severity, at: ts }, channelTimes)
      for (const person of one.to) {
        if (recipients.has(person) || isSpared(person)) continue
        recipients.add(person)
        channelTimes.set(person, ts)
        const key = `${one.channel} ${person}`
        const message = messages.get(key)
        if (message) message.count++
        else messages.set(key, { hearers: one, person, count: 1 })
      }
    }
    if (recipients.size === 0) return
    event.notifications++
    notificationCount++
  }

  return {
    take(effect: RuleEffect) {
      if (effect.kind === 'ACTUATE') {
        const one = outputs.get(effect.interfaceId)
        // An actuation shortly before the rule is in force counts from then on.
        if (one) write(one, effect.value, Math.max(effect.ts, begin))
        // Faults before the rule is in force do not count.
      } else if (effect.kind === 'FAULT') faultCount += effect.ts >= begin ? 1 : 0
      else if (effect.kind === 'EVENT_OPEN') open(effect)
      else if (current && effect.kind === 'EVENT_CLOSE') close(current, effect.ts)
      else if (current && effect.kind === 'EVENT_NOTIFY') notify(current, effect)
      else if (current) {
        current.closed = null
        current.since = effect.ts
      }
    },
    outcome(people: readonly (string | null)[]): RehearsedOutcome {
      if (current && current.closed === null) openFor += until - current.since
      return {
        eventCount,
        openFor: openFor / 1000,
        notificationCount,
        faultCount,
        beginUtc: begin < until ? iso(begin) : null,
        events: events.map(({ opened, closed, notifications, interfaceIds }) => ({
          openUtc: iso(opened),
          closeUtc: closed === null ? null : iso(closed),
          notifications,
          interfaceIds,
        })),
        messages: summed(messages.values(), people),
        outputs: [...outputs.values()].map(one => outputSaid(one, until)),
      }
    },
  }
}

/** Users out of the caller's scope count as one recipient. */
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
  const value = before.find(known => known.interfaceId === interfaceId)?.value
  const values = value === undefined ? [] : [{ atUtc: iso(from), value }]
  return { interfaceId, writes: 0, value, since: from, area: 0, known: 0, values }
}

/** Adds the time up to `ts` with the present value. */
function pass(one: Output, ts: number) {
  if (one.value !== undefined) {
    one.area += (ts - one.since) * Number(one.value)
    one.known += ts - one.since
  }
  one.since = ts
}

/** Writes a value; writing the present one again counts as no write. */
function write(one: Output, value: Value, ts: number) {
  if (one.value === value) return
  pass(one, ts)
  one.value = value
  one.writes++
  const atUtc = iso(ts)
  // Of two values with the same time the later one counts.
  if (one.values.at(-1)?.atUtc === atUtc) one.values.pop()
  if (one.values.length < MOST_REHEARSED_WRITES) one.values.push({ atUtc, value })
}

function outputSaid(one: Output, until: number): RehearsedOutcome['outputs'][number] {
  pass(one, until)
  const { interfaceId, writes, value, values, area, known } = one
  const on = typeof value === 'boolean' ? area / 1000 : known === 0 ? null : area / known
  return { interfaceId, writes, on, values }
}
