import { CATEGORIES, isCategory, kindOf } from '@steading/contract/devices/categories'
import type { Value } from '@steading/contract/devices/interfaces'
import type { Operator } from '@steading/contract/rules/operators'
import type { FieldProblem } from '@steading/contract/http/problem'
import { RuleBody } from '@steading/contract/rules/body'
import type { RuleLine } from '@steading/contract/rules/body/alarm'
import { writableValues } from '@steading/rules/outputs/writableValues'
import { writesOf } from '@steading/rules/listeners'
import { utcOffsetMinutes } from '../../platform/time/zoneOffsets.ts'

/** A device with its bounds; null: those of its category apply. */
export interface BoundedInterface {
  readonly id: string
  readonly category: string
  readonly dataType?: string
  readonly min: number | null
  readonly max: number | null
}

/** Values that the rule would write and its devices refuse: the box would refuse the rule. Each field is named once. */
export function findOutputViolations(body: RuleBody, devices: readonly BoundedInterface[]): FieldProblem[] {
  const problems = new Map<string, FieldProblem>()
  for (const output of writesOf(body)) {
    const device = devices.find(({ id }) => id === output)
    if (!device) continue
    const { min, max } = boundsOf(device)
    for (const { at, value } of writableValues(body, output)) {
      const field = `inputs.${at}`
      if (typeof value !== 'number' || problems.has(field)) continue
      if (device.dataType === 'INTEGER' && !Number.isInteger(value)) problems.set(field, { field, code: 'whole', values: {} })
      if (min !== null && value < min) problems.set(field, { field, code: 'tooSmall', values: { min } })
      if (max !== null && value > max) problems.set(field, { field, code: 'tooBig', values: { max } })
    }
  }
  return [...problems.values()]
}

interface Limit {
  readonly field: string
  readonly operator: Operator
  readonly value: Value
}

/**
 * Limits of alarms that no reading of their sensor can cross, or every one crosses: a value out of range is no good reading.
 * Somebody who types 355 for 35.5 would believe the animals monitored.
 */
export function findUnreachableLimits(
  body: RuleBody,
  sensors: readonly (BoundedInterface & { readonly operation: string | null })[],
): FieldProblem[] {
  if (!('lines' in body.inputs) || body.template === 'SCHEDULER' || body.template === 'FORCED_SCHEDULER') return []
  return body.inputs.lines.flatMap((line, at): FieldProblem[] => {
    const sensor = sensors.find(one => one.id === line.interfaceId)
    // Virtual interfaces have no range of their own; a counter's increment is not its reading.
    if (!sensor || sensor.operation !== null || kindOf(sensor) !== 'GAUGE') return []
    const bounds = boundsOf(sensor)
    if (bounds.min === null || bounds.max === null) return []
    const reading = { min: bounds.min, max: bounds.max }
    const place = `inputs.lines.${at}`
    const never = (field: string, code: 'neverRead' | 'neverApart', { min, max }: Reach): FieldProblem => ({
      field,
      code,
      values: { min, max },
    })
    // While no batch is open, the line has no reference yet.
    if (line.followsBatch && line.reference.length === 0) return []
    const astray =
      !line.followsBatch && line.relativeTo === 'CURVE'
        ? line.reference.findIndex(({ value }) => value < reading.min || value > reading.max)
        : -1
    if (astray >= 0) return [never(`${place}.reference.${astray}.value`, 'neverRead', reading)]
    const limits: Limit[] =
      'cycle' in line
        ? line.cycle.map((one, k) => ({ field: `${place}.cycle.${k}.action`, operator: one.logicOperator, value: one.action }))
        : [{ field: `${place}.inputValue`, operator: line.logicOperator, value: line.inputValue }]
    const compared = reachOf(line, reading)
    const blind = limits.flatMap(({ field, operator, value }) =>
      compared && typeof value === 'number' && isNever(operator, value, compared)
        ? [never(field, line.relativeTo === undefined ? 'neverRead' : 'neverApart', compared)]
        : [],
    )
    // A curve may become unreachable on a later day: the first such day is named.
    if (blind.length > 0 || line.relativeTo !== 'CURVE' || 'cycle' in line || typeof line.inputValue !== 'number') return blind
    if (line.followsBatch) return blind
    const { inputValue, logicOperator } = line
    const days = line.reference.map(one => reachOf({ ...line, reference: [one] }, reading))
    const day = days.findIndex(reach => reach && isNever(logicOperator, inputValue, reach))
    return day < 0 ? [] : [never(`${place}.reference.${day}.value`, 'neverApart', days[day]!)]
  })
}

interface Reach {
  readonly min: number
  readonly max: number
}

/**
 * The values that a condition compares with its limit: the reading, or its distance from the reference, or its share (%) of it.
 */
function reachOf(
  { relativeTo, percent, reference }: Pick<RuleLine, 'relativeTo' | 'percent' | 'reference'>,
  { min, max }: Reach,
): Reach | undefined {
  if (relativeTo === undefined) return { min, max }
  const values = reference.map(({ value }) => value)
  const low = Math.min(...values)
  const high = Math.max(...values)
  if (!percent) return { min: min - high, max: max - low }
  return min >= 0 && low > 0 ? { min: (100 * min) / high, max: (100 * max) / low } : undefined
}

/** An alarm whose last day is over monitors nothing. `now` is ms UTC. */
export function findExpired(body: RuleBody, now: number): FieldProblem[] {
  if (body.template !== 'CLOUD_ALARM') return []
  // ISO dates sort as text.
  const today = new Date(now + utcOffsetMinutes(body.timeZone, now) * 60_000).toISOString().slice(0, 10)
  const ends = body.inputs.lines.map(line => ('cycle' in line ? line.cycleEndDate : today))
  return ends.every(end => end < today)
    ? [{ field: `inputs.lines.${ends.length - 1}.cycleEndDate`, code: 'past', values: {} }]
    : []
}

/** The same check of a stored rule. */
export function isExpired({ template, body }: { readonly template: string; readonly body: unknown }, now: number): boolean {
  const parsed = template === 'CLOUD_ALARM' ? RuleBody.safeParse(body).data : undefined
  return parsed !== undefined && findExpired(parsed, now).length > 0
}

const isNever = (operator: Operator, value: number, { min, max }: Reach) =>
  value < min || value > max || (operator === 'GREATER' && value === max) || (operator === 'LESS' && value === min)

function boundsOf({ category, min, max }: BoundedInterface) {
  const usual = isCategory(category) ? CATEGORIES[category] : { min: null, max: null }
  return { min: min ?? usual.min, max: max ?? usual.max }
}
