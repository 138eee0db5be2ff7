import type { BodyOf, CyclicalLine } from '@steading/contract/rules/body'
import { reevaluateLine } from '../alarms/line.ts'
import type { LineSettings } from '../alarms/line.ts'
import { dayOf, localOf, nextSecond } from '../values/localTime.ts'
import type { State } from '../state.ts'
import { NEVER } from '../values/time.ts'
import { alarm } from './alarm.ts'
import type { Alarm, AlarmRule } from './alarm.ts'
import { sealTemplate } from './template.ts'

type Body = BodyOf<'CLOUD_ALARM'>
type Line = Body['inputs']['lines'][number]

interface Cloud extends Alarm {
  /** By line, the index of the cycle entry last in force; OFF: none. */
  readonly entries: number[]
}

const OFF = -1

/** Index of the cycle entry in force on a local day; −1: none. */
export const entryOf = ({ cycle, cycleStartDate, cycleEndDate }: CyclicalLine, today: number): number => {
  if (today > dayOf(cycleEndDate)) return OFF
  const age = today - dayOf(cycleStartDate)
  return cycle.findLastIndex(({ day }) => day <= age)
}

/** Settings of a line on a local day. While it is off, those of the nearest entry, which an active line still reports. */
const settingsOn = (line: Line, today: number): LineSettings => {
  if (!line.isCyclical) return line
  const entry = entryOf(line, today)
  const { logicOperator, action } = line.cycle.at(entry)!
  return { ...line, logicOperator, inputValue: action, off: entry === OFF }
}

/** The alarm with the limits in force at `ts`. */
const alarmAt = (body: Body, ts: number): AlarmRule => {
  const { day } = localOf(body.offsets, ts)
  return { ...body, inputs: { ...body.inputs, lines: body.inputs.lines.map(line => settingsOn(line, day)) } }
}

/** Evaluates lines whose cycle entry changed, and lines that are off. */
const followCycle = (body: Body, now: AlarmRule, state: State<Cloud>, ts: number): void => {
  const { entries, lines } = state.own
  const { day } = localOf(body.offsets, ts)
  for (const [i, line] of body.inputs.lines.entries()) {
    if (!line.isCyclical) continue
    const entry = entryOf(line, day)
    const lineState = lines[i]!
    const before = entries[i]!
    if (entry === before && (entry !== OFF || lineState.raw === 'FALSE')) continue
    const input = state.inputs[lineState.slot]!
    reevaluateLine(lineState, now.inputs.lines[i]!, now.interfaces[input.spec]!, input, ts, before === OFF)
    entries[i] = entry
  }
}

/** The next local midnight while a cycle continues. */
const midnight = ({ offsets, inputs }: Body, ts: number): number => {
  const { day } = localOf(offsets, ts)
  const continues = inputs.lines.some(line => line.isCyclical && day <= dayOf(line.cycleEndDate))
  return continues ? nextSecond(offsets, ts, 0) : NEVER
}

/** 3.8: an alarm over several terminals, whose limits may change from day to day. */
export const cloud = sealTemplate<Body, Cloud>({
  reads: body => body.inputs.lines.map(line => line.interfaceId),
  sensors: (_body, distinct) => distinct,
  writes: () => [],
  staleAfter: body => alarm.staleAfter(alarmAt(body, 0)),
  initial: body => ({ ...alarm.initial(alarmAt(body, 0)), entries: body.inputs.lines.map(() => OFF) }),
  settle: (body, state, ts, limit, out) => {
    const now = alarmAt(body, ts)
    followCycle(body, now, state, ts)
    alarm.settle(now, state, ts, limit, out)
  },
  next: (body, state) => Math.min(alarm.next(alarmAt(body, state.ts), state), midnight(body, state.ts)),
  read: (body, state, slot, ts) => alarm.read?.(alarmAt(body, ts), state, slot, ts),
  lost: (body, state, slot) => alarm.lost?.(alarmAt(body, state.ts), state, slot),
  commanded: (body, state, interfaceId, value, ts) =>
    alarm.commanded?.(alarmAt(body, ts), state, interfaceId, value, ts) ?? false,
  restarted: (body, state, ts) => alarm.restarted?.(alarmAt(body, ts), state, ts),
  adopted: (body, state, ts) => {
    const { day } = localOf(body.offsets, ts)
    for (const [i, line] of body.inputs.lines.entries()) state.own.entries[i] = line.isCyclical ? entryOf(line, day) : OFF
    alarm.adopted?.(alarmAt(body, ts), state, ts)
  },
  succeed: (state, before, ts) => alarm.succeed?.(state, before, ts),
  statusSet: (body, state, key, status, ts) => alarm.statusSet?.(alarmAt(body, ts), state, key, status, ts),
})
