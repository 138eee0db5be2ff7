import type { AlarmBody } from '@steading/contract/rules/body'
import {
  closeEvent,
  eventKey,
  isOpen,
  noEvent,
  openEvent,
  openingTime,
  openingKind,
  reopenEvent,
  setStatus,
  handOver,
} from '../alarms/event.ts'
import type { EventState } from '../alarms/event.ts'
import type { Cause, RuleEffect } from '../effects.ts'
import {
  AT_ONCE,
  causeOf,
  lineDeadline,
  evaluateLine,
  isWithoutReference,
  setUnknown,
  createLine,
  setLost,
  nextReference,
  OFF_DELAY,
  advanceLine,
  reevaluateLine,
} from '../alarms/line.ts'
import type { Line, LineSettings } from '../alarms/line.ts'
import {
  resetNotifications,
  mayNotify,
  rescheduleNotification,
  scheduleNotification,
  countNotification,
} from '../alarms/notifications.ts'
import type { State } from '../state.ts'
import { STALE_AFTER } from '../inputs/staleness.ts'
import { NEVER } from '../values/time.ts'
import type { Template } from './template.ts'

/** The part of a rule body that an alarm needs, whatever else the rule does. */
export interface AlarmRule extends Pick<AlarmBody, 'id' | 'interfaces' | 'event' | 'autoClose'> {
  readonly inputs: { readonly lines: readonly LineSettings[]; readonly lineLogic: 'ANY' | 'ALL' }
}

export interface Alarm {
  readonly lines: Line[]
  event: EventState
}

const isCritical = (body: AlarmRule): boolean => body.event.severityLevel === 'CRITICAL'

const causeOfLine = (body: AlarmRule, state: State<Alarm>, i: number): Cause => {
  const line = state.own.lines[i]!
  const input = state.inputs[line.slot]!
  return causeOf(i, line, body.inputs.lines[i]!, body.interfaces[input.spec]!, input)
}

const activeCauses = (body: AlarmRule, state: State<Alarm>): Cause[] =>
  state.own.lines.flatMap((line, i) => (line.held ? [causeOfLine(body, state, i)] : []))

/** Whether line `i` sends notifications: each active line with ANY, the first one with ALL. */
const notifiesFor = (body: AlarmRule, { lines, event }: Alarm, i: number): boolean =>
  body.inputs.lineLogic === 'ANY' ? lines[i]!.held : i === 0 && event.active

const scheduleAll = (body: AlarmRule, own: Alarm, atOnce: boolean): void => {
  for (const [i, line] of own.lines.entries()) {
    if (!notifiesFor(body, own, i)) continue
    scheduleNotification(line, body.inputs.lines[i]!, isCritical(body))
    if (atOnce) line.due = AT_ONCE
  }
}

const silenceAll = (own: Alarm): void => {
  for (const line of own.lines) line.due = NEVER
}

/** References change with time: evaluates known values against those in force now. */
const applyReferences = (body: AlarmRule, state: State<Alarm>, ts: number): void => {
  for (const [i, line] of state.own.lines.entries()) {
    const settings = body.inputs.lines[i]!
    const input = state.inputs[line.slot]!
    // Also of a lost sensor: an active line would otherwise stay active after the end of the batch.
    if (isWithoutReference(settings)) reevaluateLine(line, settings, body.interfaces[input.spec]!, input, ts, false)
    else if (settings.relativeTo !== undefined && input.status === 'GOOD')
      evaluateLine(line, settings, body.interfaces[input.spec]!, input, ts)
  }
}

/** Advances every line. Returns whether the rule is active. */
const advanceLines = (body: AlarmRule, own: Alarm, ts: number, limit: number): boolean => {
  let activeCount = 0
  for (let i = 0; i < own.lines.length; i++) {
    const line = own.lines[i]!
    const settings = body.inputs.lines[i]!
    const changed = advanceLine(line, settings, ts, limit)
    if (!line.held) continue
    activeCount++
    if (changed && body.inputs.lineLogic === 'ANY' && isOpen(own.event)) scheduleNotification(line, settings, isCritical(body))
  }
  return body.inputs.lineLogic === 'ANY' ? activeCount > 0 : activeCount === own.lines.length
}

/** The combined conditions are known not to be met. */
const isOver = ({ inputs }: AlarmRule, { lines }: Alarm): boolean =>
  inputs.lineLogic === 'ANY' ? lines.every(line => line.raw === 'FALSE') : lines.some(line => line.raw === 'FALSE')

/** When an event that other conditions took over ends; NEVER: it continues, or this is unknown. */
const proofDeadline = ({ unproven, clear = NEVER }: EventState): number =>
  unproven === true && clear !== NEVER ? clear + OFF_DELAY : NEVER

/** Checks whether an event that other conditions took over continues, and closes it if not. */
const proveEvent = (body: AlarmRule, own: Alarm, ts: number, limit: number, out: RuleEffect[]): void => {
  const { event } = own
  if (event.active) event.unproven = false
  if (event.unproven !== true) return
  if (!isOver(body, own)) event.clear = NEVER
  else if (event.clear === NEVER) event.clear = ts
  if (proofDeadline(event) > limit) return
  event.unproven = false
  release(body, own, ts, out)
}

const release = (body: AlarmRule, own: Alarm, ts: number, out: RuleEffect[]): void => {
  const { event } = own
  silenceAll(own)
  if (event.status === 'LOGGED') closeEvent(event, 'RULE', ts)
  if (!isOpen(event) || !body.autoClose) return
  const key = eventKey(body.id, event)
  out.push({ kind: 'EVENT_CLOSE', ts, key: `${key}:close:${event.reopenings}`, event: key })
  closeEvent(event, 'RULE', ts)
}

const beginEvent = (body: AlarmRule, state: State<Alarm>, ts: number, out: RuleEffect[]): void => {
  const { own } = state
  const { event } = own
  const kind = openingKind(event)
  if (kind === 'NEW') {
    openEvent(event, body.event.status, ts)
    for (const line of own.lines) resetNotifications(line)
    const key = eventKey(body.id, event)
    out.push({
      kind: 'EVENT_OPEN',
      ts,
      key,
      event: key,
      status: body.event.status,
      since: event.since,
      causes: activeCauses(body, state),
    })
  } else if (body.event.status === 'CLOSED') event.status = 'LOGGED'
  else {
    reopenEvent(event, kind)
    const key = eventKey(body.id, event)
    out.push({
      kind: 'EVENT_REOPEN',
      ts,
      key: `${key}:reopen:${event.reopenings}`,
      event: key,
      reason: kind,
      causes: activeCauses(body, state),
    })
  }
  if (isOpen(event)) scheduleAll(body, own, kind === 'STILL')
}

const endPause = (body: AlarmRule, own: Alarm): void => {
  own.event.pause = NEVER
  if (!own.event.active) return
  own.event.escalation++
  scheduleAll(body, own, true)
}

const notifyAll = (body: AlarmRule, state: State<Alarm>, ts: number, limit: number, out: RuleEffect[]): void => {
  const { own } = state
  for (let i = 0; i < own.lines.length; i++) {
    const line = own.lines[i]!
    if (line.due > limit || !notifiesFor(body, own, i) || !mayNotify(line)) continue
    const event = eventKey(body.id, own.event)
    const last = countNotification(line, body.inputs.lines[i]!, own.event, ts, isCritical(body))
    const { escalation, conditions = 0 } = own.event
    // Lines of conditions that took over count from 1 again, so their keys need the number of the takeover.
    const key = `${event}:${conditions === 0 ? '' : `${conditions}.`}${i}:${line.count}`
    out.push({
      kind: 'EVENT_NOTIFY',
      ts,
      key,
      event,
      line: i,
      n: line.count,
      last,
      escalation,
      cause: causeOfLine(body, state, i),
    })
  }
}

const settle = (body: AlarmRule, state: State<Alarm>, ts: number, limit: number, out: RuleEffect[]): void => {
  const { own } = state
  const { event } = own
  applyReferences(body, state, ts)
  const active = advanceLines(body, own, ts, limit)
  if (active !== event.active) {
    event.active = active
    event.since = active ? ts : NEVER
    if (!active) release(body, own, ts, out)
    else if (isOpen(event)) scheduleAll(body, own, false)
  }
  proveEvent(body, own, ts, limit, out)
  const opens = openingTime(event, body.event.ruleDelay)
  if (opens <= limit || (opens === ts && event.since === ts)) beginEvent(body, state, ts, out)
  if (!isOpen(event)) return
  if (event.pause <= limit) endPause(body, own)
  if (event.pause === NEVER) notifyAll(body, state, ts, limit, out)
}

const next = (body: AlarmRule, { own, inputs, ts }: State<Alarm>): number => {
  const { lines, event } = own
  const quiet = !isOpen(event) || event.pause !== NEVER
  let earliest = Math.min(openingTime(event, body.event.ruleDelay), event.pause, proofDeadline(event))
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    const settings = body.inputs.lines[i]!
    earliest = Math.min(earliest, lineDeadline(line, settings))
    if (settings.relativeTo !== undefined && inputs[line.slot]!.status === 'GOOD')
      earliest = Math.min(earliest, nextReference(settings, ts))
    if (!quiet && line.due < earliest && mayNotify(line) && notifiesFor(body, own, i)) earliest = line.due
  }
  return earliest
}

/** 3.6: lines that open an event and notify its recipients. */
export const alarm: Template<AlarmRule, Alarm> = {
  reads: body => body.inputs.lines.map(line => line.interfaceId),
  sensors: (_body, distinct) => distinct,
  writes: () => [],
  staleAfter: () => STALE_AFTER,
  initial: body => {
    const distinct = [...new Set(body.inputs.lines.map(line => line.interfaceId))]
    return { lines: body.inputs.lines.map(line => createLine(distinct.indexOf(line.interfaceId))), event: noEvent() }
  },
  settle,
  next,
  read: (body, state, slot, ts) => {
    for (let i = 0; i < state.own.lines.length; i++) {
      const line = state.own.lines[i]!
      if (line.slot !== slot) continue
      const input = state.inputs[slot]!
      evaluateLine(line, body.inputs.lines[i]!, body.interfaces[input.spec]!, input, ts)
    }
  },
  lost: (_body, state, slot) => {
    for (const line of state.own.lines) if (line.slot === slot) setLost(line)
  },
  commanded: (body, state, interfaceId, value, ts) => {
    let changed = false
    for (const [i, line] of state.own.lines.entries()) {
      const input = state.inputs[line.slot]!
      const spec = body.interfaces[input.spec]!
      if (input.id !== interfaceId || spec.kind !== 'COMMAND') continue
      changed = true
      line.command = value === null ? null : Number(value)
      if (line.command === null) setUnknown(line)
      else if (input.status === 'GOOD') evaluateLine(line, body.inputs.lines[i]!, spec, input, ts)
    }
    return changed
  },
  restarted: (body, { own }, ts) => {
    for (const line of own.lines) setLost(line)
    if (openingTime(own.event, body.event.ruleDelay) !== NEVER && openingKind(own.event) !== 'STILL') own.event.since = ts
  },
  adopted: (body, state, ts) => {
    const { lines, event } = state.own
    for (const [i, line] of lines.entries()) {
      const input = state.inputs[line.slot]!
      const settings = body.inputs.lines[i]!
      reevaluateLine(line, settings, body.interfaces[input.spec]!, input, ts, false)
      if (isOpen(event) && notifiesFor(body, state.own, i)) rescheduleNotification(line, settings, isCritical(body))
    }
  },
  succeed: ({ own }, before, ts) => {
    own.event = handOver(before.event, ts)
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
