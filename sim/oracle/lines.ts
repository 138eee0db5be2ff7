import type { BodyOf, RuleBody } from '@steading/contract/rules/body'
import type { Value } from '@steading/contract/devices/interfaces'
import type { LifeEntry } from './lives.ts'
import { specOf } from './senses.ts'
import type { Sense } from './senses.ts'
import { dayOf, wallOf } from './wall.ts'

/** Whether the conditions of an alarm are met, by the words of the specification. */

export type AlarmBody = BodyOf<'ALARM_WITHOUT_ACTUATION' | 'ALARM_WITH_ACTUATION' | 'CLOUD_ALARM'>
export const isAlarm = (body: RuleBody): body is AlarmBody => 'event' in body && 'lineLogic' in body.inputs

export type Truth = 'TRUE' | 'FALSE' | 'UNKNOWN'

interface Limit {
  readonly operator: string
  readonly limit: Value
}

/** What is in force on the wall's date; null: outside of its dates. */
const limitOf = (body: AlarmBody, line: AlarmBody['inputs']['lines'][number], ts: number): Limit | null => {
  if (!('isCyclical' in line) || line.isCyclical !== true) {
    if (!('logicOperator' in line)) throw new Error('a steady line without a limit')
    return { operator: line.logicOperator, limit: line.inputValue }
  }
  const { day } = wallOf(body.timeZone, ts)
  if (day < dayOf(line.cycleStartDate) || day > dayOf(line.cycleEndDate)) return null
  let limit: Limit | null = null
  let reached = -1
  for (const entry of line.cycle)
    if (entry.day <= day - dayOf(line.cycleStartDate) && entry.day >= reached) {
      reached = entry.day
      limit = { operator: entry.logicOperator, limit: entry.action }
    }
  return limit
}

const holds = (a: number, operator: string, b: number): boolean => {
  const x = Math.round(a * 1e6)
  const y = Math.round(b * 1e6)
  if (operator === 'EQUAL') return x === y
  if (operator === 'NOT_EQUAL') return x !== y
  if (operator === 'GREATER') return x > y
  if (operator === 'GREATER_EQUAL') return x >= y
  return operator === 'LESS' ? x < y : x <= y
}

/** The most that a meter counts until `ts` after these readings: its rate since their last change, at least a minute; and that change. */
const mostOf = (maxRate: number, readings: Sense['readings'], ts: number): { counted: number; step: number } => {
  const day = 86_400_000
  const last = readings.at(-1)!
  const changed = readings.findLastIndex(
    (reading, k) => k === 0 || reading.x !== readings[k - 1]!.x || reading.ts - readings[k - 1]!.ts > day,
  )
  const begin = readings[changed]!
  const other = readings.slice(0, changed).findLast(reading => reading.ts < begin.ts && begin.ts - reading.ts <= day)
  const change = other && ts - begin.ts <= day ? begin.x - other.x : 0
  const minutes = Math.max(ts - last.ts, Math.min(ts - begin.ts, day), 60_000) / 60_000
  return { counted: maxRate * minutes, step: Math.max(0, Math.min(change, 60 * maxRate)) }
}

/** Counted per hour, from the newest reading that is five minutes old; null before there is one. */
const rateOf = (body: RuleBody, { id, readings }: Sense): number | null => {
  const spec = specOf(body, id)
  const last = readings.at(-1)
  const from = readings.findLastIndex(reading => last !== undefined && reading.ts <= last.ts - 300_000)
  if (!last || from < 0) return null
  let counted = 0
  for (let k = from + 1; k < readings.length; k++) {
    const before = readings[k - 1]!
    const after = readings[k]!
    const { counted: most, step } =
      spec.maxRate === undefined ? { counted: Infinity, step: 0 } : mostOf(spec.maxRate, readings.slice(0, k), after.ts)
    const grown = after.x - before.x
    const rolled = spec.modulus === undefined || before.x >= spec.modulus ? null : spec.modulus - before.x + after.x
    if (grown >= 0) counted += grown <= most + step ? grown : 0
    else if (-grown <= before.x / 20) continue
    else if (rolled !== null && rolled <= most) counted += rolled
    else counted += after.x <= most ? after.x : 0
  }
  return (counted / (last.ts - readings[from]!.ts)) * 3_600_000
}

/** @param command what the interface was sent last, as far as the rule was told */
export function truthOf(body: AlarmBody, at: number, sense: Sense, command: Value | null, ts: number): Truth {
  const line = body.inputs.lines[at]!
  const terms = limitOf(body, line, ts)
  if (terms === null) return 'FALSE'
  if (!sense.known) return 'UNKNOWN'
  const { operator, limit } = terms
  const spec = specOf(body, sense.id)
  const truthOf = (yes: boolean): Truth => (yes ? 'TRUE' : 'FALSE')
  if (spec.dataType === 'STRING') return truthOf((String(sense.value).trim() === String(limit).trim()) === (operator === 'EQUAL'))
  const against = Number(limit)
  const x = Number(sense.value)
  if (spec.kind === 'COMMAND') return command === null ? 'UNKNOWN' : truthOf(holds(x - Number(command), operator, against))
  if (spec.kind === 'COUNTER') {
    const rate = rateOf(body, sense)
    return rate === null ? 'UNKNOWN' : truthOf(holds(rate, operator, against))
  }
  if (line.relativeTo === undefined) return truthOf(holds(x, operator, against))
  const reference = line.reference.findLast(one => one.from <= ts)?.value
  if (reference === undefined || (line.percent && reference === 0)) return 'UNKNOWN'
  return truthOf(holds(line.percent ? (100 * x) / reference : x - reference, operator, against))
}

/** A reading, a loss, a date: from `ts` on the line is this. */
export interface Change {
  readonly ts: number
  readonly raw: Truth
}

export type InputEntry = Extract<LifeEntry, { kind: 'input' }>
