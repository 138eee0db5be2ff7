import type { BodyOf, CyclicalLine } from '@steading/contract/rulebody'
import { reconsider } from '../line.ts'
import type { Terms } from '../line.ts'
import { dayOf, localOf, nextSecond } from '../local.ts'
import type { State } from '../state.ts'
import { NEVER } from '../time.ts'
import { alarm } from './alarm.ts'
import type { Alarm, AlarmRule } from './alarm.ts'
import { sealed } from './template.ts'

type Body = BodyOf<'CLOUD_ALARM'>
type Line = Body['inputs']['lines'][number]

interface Cloud extends Alarm {
  /** By line, which entry of its cycle was in force at last; OFF: none. */
  readonly entries: number[]
}

const OFF = -1

/** The entry of a cycle that is in force on a local day, by its place; −1: none. */
export const entryOf = ({ cycle, cycleStartDate, cycleEndDate }: CyclicalLine, today: number): number => {
  if (today > dayOf(cycleEndDate)) return OFF
  const age = today - dayOf(cycleStartDate)
  return cycle.findLastIndex(({ day }) => day <= age)
}

/** The terms of a line on a local day; while it is off those of its nearest entry, by which a held line still speaks. */
const termsOf = (line: Line, today: number): Terms => {
  if (!line.isCyclical) return line
  const entry = entryOf(line, today)
  const { logicOperator, action } = line.cycle.at(entry)!
  return { ...line, logicOperator, inputValue: action, off: entry === OFF }
}

/** The alarm that the rule is at `ts`. */
const alarmAt = (body: Body, ts: number): AlarmRule => {
  const { day } = localOf(body.offsets, ts)
  return { ...body, inputs: { ...body.inputs, lines: body.inputs.lines.map(line => termsOf(line, day)) } }
}

/** Lines whose entry is another than at last, and lines that are off, are looked at anew. */
const follow = (body: Body, now: AlarmRule, state: State<Cloud>, ts: number): void => {
  const { entries, lines } = state.own
  const { day } = localOf(body.offsets, ts)
  for (const [i, line] of body.inputs.lines.entries()) {
    if (!line.isCyclical) continue
    const entry = entryOf(line, day)
    const one = lines[i]!
    const before = entries[i]!
    if (entry === before && (entry !== OFF || one.raw === 'FALSE')) continue
    const input = state.inputs[one.slot]!
    reconsider(one, now.inputs.lines[i]!, now.interfaces[input.spec]!, input, ts, before === OFF)
    entries[i] = entry
  }
}

/** The next local midnight, as long as a cycle goes on. */
const midnight = ({ offsets, inputs }: Body, ts: number): number => {
  const { day } = localOf(offsets, ts)
  const goesOn = inputs.lines.some(line => line.isCyclical && day <= dayOf(line.cycleEndDate))
  return goesOn ? nextSecond(offsets, ts, 0) : NEVER
}

/** 3.8: an alarm over several terminals, of which lines may have other limits from day to day. */
export const cloud = sealed<Body, Cloud>({
  reads: body => body.inputs.lines.map(one => one.interfaceId),
  sensors: (_body, distinct) => distinct,
  writes: () => [],
  staleAfter: body => alarm.staleAfter(alarmAt(body, 0)),
  initial: body => ({ ...alarm.initial(alarmAt(body, 0)), entries: body.inputs.lines.map(() => OFF) }),
  settle: (body, state, ts, limit, out) => {
    const now = alarmAt(body, ts)
    follow(body, now, state, ts)
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
