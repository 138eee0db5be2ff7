import type { BodyOf, CyclicalLine, RuleBody, RuleLine } from '@steading/contract/rules/body'
import { localOf } from '../values/localTime.ts'
import { entryOf } from '../templates/cloud.ts'

/** The bodies of alarms: conditions that open an event. */
export type AlarmLinesBody = BodyOf<'ALARM_WITHOUT_ACTUATION' | 'ALARM_WITH_ACTUATION' | 'CLOUD_ALARM'>
type Line = AlarmLinesBody['inputs']['lines'][number]

/** Alarm limit of a sensor, as a reading of that sensor. */
export interface ReadingLimit {
  readonly line: RuleLine
  readonly value: number
}

export const isCyclical = (line: Line): line is CyclicalLine => 'isCyclical' in line && line.isCyclical === true

export const isAlarmBody = (body: RuleBody): body is AlarmLinesBody => 'lines' in body.inputs && 'event' in body

/** The condition of a cyclical line on the local day of `now` (UTC ms); null before its first and after its last day. */
export function lineInForce(line: CyclicalLine, offsets: BodyOf<'CLOUD_ALARM'>['offsets'], now: number): RuleLine | null {
  const entry = line.cycle[entryOf(line, localOf(offsets, now).day)]
  return entry ? { ...line, logicOperator: entry.logicOperator, inputValue: entry.action } : null
}

/** The conditions of an alarm in force at `now` (UTC ms). */
export const linesInForce = (body: AlarmLinesBody, now: number): readonly RuleLine[] =>
  body.inputs.lines.flatMap((line: Line) => {
    if (!isCyclical(line)) return [line]
    const current = body.template === 'CLOUD_ALARM' ? lineInForce(line, body.offsets, now) : null
    return current ? [current] : []
  })

/** The reading at which a condition turns true at `now` (UTC ms); null: not expressed as a reading, or not known then. */
export function limitAt({ inputValue, relativeTo, percent, reference }: RuleLine, now: number): number | null {
  if (typeof inputValue !== 'number') return null
  if (relativeTo === undefined) return inputValue
  const base = reference.findLast(entry => entry.from <= now)?.value
  if (base === undefined) return null
  return percent ? (base * inputValue) / 100 : base + inputValue
}

/**
 * Limits that a chart of the sensor can show as horizontal lines at `now` (UTC ms). Omitted: counters and commands, which are
 * compared as a rate or a deviation, and curves, which change from day to day.
 */
export const readingLimits = (body: AlarmLinesBody, now: number): readonly ReadingLimit[] =>
  linesInForce(body, now).flatMap(line => {
    const kind = body.interfaces.find(({ id }) => id === line.interfaceId)?.kind
    const value = line.relativeTo === 'CURVE' || kind !== 'GAUGE' ? null : limitAt(line, now)
    return value === null ? [] : [{ line, value }]
  })
