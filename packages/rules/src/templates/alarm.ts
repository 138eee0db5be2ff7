import type { AlarmBody } from '@steading/contract/rulebody'
import { close, eventKey, isOpen, noEvent, open, opening, openingOf, reopen, setStatus, takeOver } from '../event.ts'
import type { EventState } from '../event.ts'
import type { Cause, Intent } from '../intent.ts'
import { AT_ONCE, causeOf, deadline, evaluate, forget, line, lose, nextReference, OFF_DELAY, pass, reconsider } from '../line.ts'
import type { Line, Terms } from '../line.ts'
import { forgetNotifications, mayTell, reschedule, schedule, tell } from '../notify.ts'
import type { State } from '../state.ts'
import { MINUTE, NEVER } from '../time.ts'
import type { Template } from './template.ts'

/** What a rule needs to be an alarm, whatever else it does. */
export interface AlarmRule extends Pick<AlarmBody, 'id' | 'interfaces' | 'event' | 'autoClose'> {
  readonly inputs: { readonly lines: readonly Terms[]; readonly lineLogic: 'ANY' | 'ALL' }
}

export interface Alarm {
  readonly lines: Line[]
  event: EventState
}

const STALE_AFTER = 15 * MINUTE

const isCritical = (body: AlarmRule): boolean => body.event.severityLevel === 'CRITICAL'

const why = (body: AlarmRule, state: State<Alarm>, i: number): Cause => {
  const one = state.own.lines[i]!
  const input = state.inputs[one.slot]!
  return causeOf(i, one, body.inputs.lines[i]!, body.interfaces[input.spec]!, input)
}

const causes = (body: AlarmRule, state: State<Alarm>): Cause[] =>
  state.own.lines.flatMap((one, i) => (one.held ? [why(body, state, i)] : []))

/** Each held line speaks for itself; where all must hold, the first speaks for them. */
const speaks = (body: AlarmRule, { lines, event }: Alarm, i: number): boolean =>
  body.inputs.lineLogic === 'ANY' ? lines[i]!.held : i === 0 && event.active

const scheduleAll = (body: AlarmRule, own: Alarm, atOnce: boolean): void => {
  for (const [i, one] of own.lines.entries()) {
    if (!speaks(body, own, i)) continue
    schedule(one, body.inputs.lines[i]!, isCritical(body))
    if (atOnce) one.due = AT_ONCE
  }
}

const silenceAll = (own: Alarm): void => {
  for (const one of own.lines) one.due = NEVER
}

/** The references move on by themselves: what is known is held against those of now. */
const refer = (body: AlarmRule, state: State<Alarm>, ts: number): void => {
  for (const [i, one] of state.own.lines.entries()) {
    const of = body.inputs.lines[i]!
    const input = state.inputs[one.slot]!
    if (of.relativeTo !== undefined && input.status === 'GOOD') evaluate(one, of, body.interfaces[input.spec]!, input, ts)
  }
}

/** Moves every line on. Answers whether the rule is active. */
const passLines = (body: AlarmRule, own: Alarm, ts: number, limit: number): boolean => {
  let held = 0
  for (let i = 0; i < own.lines.length; i++) {
    const one = own.lines[i]!
    const settings = body.inputs.lines[i]!
    const changed = pass(one, settings, ts, limit)
    if (!one.held) continue
    held++
    if (changed && body.inputs.lineLogic === 'ANY' && isOpen(own.event)) schedule(one, settings, isCritical(body))
  }
  return body.inputs.lineLogic === 'ANY' ? held > 0 : held === own.lines.length
}

/** The conditions, combined, are known not to be met. */
const isOver = ({ inputs }: AlarmRule, { lines }: Alarm): boolean =>
  inputs.lineLogic === 'ANY' ? lines.every(one => one.raw === 'FALSE') : lines.some(one => one.raw === 'FALSE')

/** When an event that other conditions took over is known to be over; NEVER: it goes on, or nobody knows. */
const lapse = ({ unproven, clear = NEVER }: EventState): number =>
  unproven === true && clear !== NEVER ? clear + OFF_DELAY : NEVER

/** Looks whether the danger of an event lasts that other conditions took over. */
const prove = (body: AlarmRule, own: Alarm, ts: number, limit: number, out: Intent[]): void => {
  const { event } = own
  if (event.active) event.unproven = false
  if (event.unproven !== true) return
  if (!isOver(body, own)) event.clear = NEVER
  else if (event.clear === NEVER) event.clear = ts
  if (lapse(event) > limit) return
  event.unproven = false
  release(body, own, ts, out)
}

const release = (body: AlarmRule, own: Alarm, ts: number, out: Intent[]): void => {
  const { event } = own
  silenceAll(own)
  if (event.status === 'LOGGED') close(event, 'RULE', ts)
  if (!isOpen(event) || !body.autoClose) return
  const key = eventKey(body.id, event)
  out.push({ kind: 'EVENT_CLOSE', ts, key: `${key}:close:${event.reopenings}`, event: key })
  close(event, 'RULE', ts)
}

const begin = (body: AlarmRule, state: State<Alarm>, ts: number, out: Intent[]): void => {
  const { own } = state
  const { event } = own
  const how = openingOf(event)
  if (how === 'NEW') {
    open(event, body.event.status, ts)
    for (const one of own.lines) forgetNotifications(one)
    const key = eventKey(body.id, event)
    out.push({
      kind: 'EVENT_OPEN',
      ts,
      key,
      event: key,
      status: body.event.status,
      since: event.since,
      causes: causes(body, state),
    })
  } else if (body.event.status === 'CLOSED') event.status = 'LOGGED'
  else {
    reopen(event, how)
    const key = eventKey(body.id, event)
    const reason = how
    out.push({
      kind: 'EVENT_REOPEN',
      ts,
      key: `${key}:reopen:${event.reopenings}`,
      event: key,
      reason,
      causes: causes(body, state),
    })
  }
  if (isOpen(event)) scheduleAll(body, own, how === 'STILL')
}

const endPause = (body: AlarmRule, own: Alarm): void => {
  own.event.pause = NEVER
  if (!own.event.active) return
  own.event.escalation++
  scheduleAll(body, own, true)
}

const tellAll = (body: AlarmRule, state: State<Alarm>, ts: number, limit: number, out: Intent[]): void => {
  const { own } = state
  for (let i = 0; i < own.lines.length; i++) {
    const one = own.lines[i]!
    if (one.due > limit || !speaks(body, own, i) || !mayTell(one)) continue
    const event = eventKey(body.id, own.event)
    const last = tell(one, body.inputs.lines[i]!, own.event, ts, isCritical(body))
    const { escalation, conditions = 0 } = own.event
    // Another condition that took its place counts from 1 again.
    const key = `${event}:${conditions === 0 ? '' : `${conditions}.`}${i}:${one.count}`
    out.push({ kind: 'EVENT_NOTIFY', ts, key, event, line: i, n: one.count, last, escalation, cause: why(body, state, i) })
  }
}

const settle = (body: AlarmRule, state: State<Alarm>, ts: number, limit: number, out: Intent[]): void => {
  const { own } = state
  const { event } = own
  refer(body, state, ts)
  const active = passLines(body, own, ts, limit)
  if (active !== event.active) {
    event.active = active
    event.since = active ? ts : NEVER
    if (!active) release(body, own, ts, out)
    else if (isOpen(event)) scheduleAll(body, own, false)
  }
  prove(body, own, ts, limit, out)
  const opens = opening(event, body.event.ruleDelay)
  if (opens <= limit || (opens === ts && event.since === ts)) begin(body, state, ts, out)
  if (!isOpen(event)) return
  if (event.pause <= limit) endPause(body, own)
  if (event.pause === NEVER) tellAll(body, state, ts, limit, out)
}

const next = (body: AlarmRule, { own, inputs, ts }: State<Alarm>): number => {
  const { lines, event } = own
  const quiet = !isOpen(event) || event.pause !== NEVER
  let earliest = Math.min(opening(event, body.event.ruleDelay), event.pause, lapse(event))
  for (let i = 0; i < lines.length; i++) {
    const one = lines[i]!
    const of = body.inputs.lines[i]!
    earliest = Math.min(earliest, deadline(one, of))
    if (of.relativeTo !== undefined && inputs[one.slot]!.status === 'GOOD') earliest = Math.min(earliest, nextReference(of, ts))
    if (!quiet && one.due < earliest && mayTell(one) && speaks(body, own, i)) earliest = one.due
  }
  return earliest
}

/** 3.6: lines that open an event and tell people of it. */
export const alarm: Template<AlarmRule, Alarm> = {
  reads: body => body.inputs.lines.map(one => one.interfaceId),
  sensors: (_body, distinct) => distinct,
  writes: () => [],
  staleAfter: () => STALE_AFTER,
  initial: body => {
    const distinct = [...new Set(body.inputs.lines.map(one => one.interfaceId))]
    return { lines: body.inputs.lines.map(one => line(distinct.indexOf(one.interfaceId))), event: noEvent() }
  },
  settle,
  next,
  read: (body, state, slot, ts) => {
    for (let i = 0; i < state.own.lines.length; i++) {
      const one = state.own.lines[i]!
      if (one.slot !== slot) continue
      const input = state.inputs[slot]!
      evaluate(one, body.inputs.lines[i]!, body.interfaces[input.spec]!, input, ts)
    }
  },
  lost: (_body, state, slot) => {
    for (const one of state.own.lines) if (one.slot === slot) lose(one)
  },
  commanded: (body, state, interfaceId, value, ts) => {
    let changed = false
    for (const [i, one] of state.own.lines.entries()) {
      const input = state.inputs[one.slot]!
      const spec = body.interfaces[input.spec]!
      if (input.id !== interfaceId || spec.kind !== 'COMMAND') continue
      changed = true
      one.command = value === null ? null : Number(value)
      if (one.command === null) forget(one)
      else if (input.status === 'GOOD') evaluate(one, body.inputs.lines[i]!, spec, input, ts)
    }
    return changed
  },
  restarted: (body, { own }, ts) => {
    for (const one of own.lines) lose(one)
    if (opening(own.event, body.event.ruleDelay) !== NEVER && openingOf(own.event) !== 'STILL') own.event.since = ts
  },
  adopted: (body, state, ts) => {
    const { lines, event } = state.own
    for (const [i, one] of lines.entries()) {
      const input = state.inputs[one.slot]!
      const of = body.inputs.lines[i]!
      reconsider(one, of, body.interfaces[input.spec]!, input, ts, false)
      if (isOpen(event) && speaks(body, state.own, i)) reschedule(one, of, isCritical(body))
    }
  },
  succeed: ({ own }, before, ts) => {
    own.event = takeOver(before.event, ts)
  },
  statusSet: (body, { own }, key, status, ts) => {
    const { event } = own
    if (key !== eventKey(body.id, event)) return
    const was = isOpen(event)
    setStatus(event, status, ts, isCritical(body))
    if (was && !isOpen(event)) silenceAll(own)
    if (!was && isOpen(event)) scheduleAll(body, own, false)
  },
}
