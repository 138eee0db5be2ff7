import { CATEGORIES, isCategory, kindOf } from '@steading/contract/categories'
import type { Value } from '@steading/contract/interfaces'
import type { Operator } from '@steading/contract/operators'
import type { FieldProblem } from '@steading/contract/problem'
import { RuleBody } from '@steading/contract/rulebody'
import type { RuleLine } from '@steading/contract/rulebody-alarm'
import { extentOf } from '@steading/rules/extent'
import { writesOf } from '@steading/rules/listeners'
import { minutesAhead } from '../platform/offsets.ts'

/** A device with its bounds; without bounds of its own it has those of its category. */
export interface Bounded {
  readonly id: string
  readonly category: string
  readonly dataType?: string
  readonly min: number | null
  readonly max: number | null
}

/** What the rule would write and its devices do not take: their box would refuse the rule. Each value is named once. */
export function beyondDevices(body: RuleBody, devices: readonly Bounded[]): FieldProblem[] {
  const problems = new Map<string, FieldProblem>()
  for (const output of writesOf(body)) {
    const device = devices.find(({ id }) => id === output)
    if (!device) continue
    const { min, max } = boundsOf(device)
    for (const { at, value } of extentOf(body, output)) {
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
 * Limits of alarms that no reading of their sensor will ever cross, or each one has: what it says beyond its range is no reading.
 * Whoever mistypes 35,5 as 355 would believe their animals watched.
 */
export function beyondSensors(
  body: RuleBody,
  sensors: readonly (Bounded & { readonly operation: string | null })[],
): FieldProblem[] {
  if (!('lines' in body.inputs) || body.template === 'SCHEDULER' || body.template === 'FORCED_SCHEDULER') return []
  return body.inputs.lines.flatMap((line, at): FieldProblem[] => {
    const sensor = sensors.find(one => one.id === line.interfaceId)
    // What is computed has no range of its own; what is counted is not the reading.
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
    const astray =
      line.relativeTo === 'CURVE' ? line.reference.findIndex(({ value }) => value < reading.min || value > reading.max) : -1
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
    // A limit that holds some days only: from the day on that is named nobody would be woken.
    if (blind.length > 0 || line.relativeTo !== 'CURVE' || 'cycle' in line || typeof line.inputValue !== 'number') return blind
    const { inputValue, logicOperator } = line
    const days = line.reference.map(one => reachOf({ ...line, reference: [one] }, reading))
    const day = days.findIndex(one => one && isNever(logicOperator, inputValue, one))
    return day < 0 ? [] : [never(`${place}.reference.${day}.value`, 'neverApart', days[day]!)]
  })
}

interface Reach {
  readonly min: number
  readonly max: number
}

/** What a line can compare with its limit: the reading, or its distance from the reference or its share (%) of it. */
function reachOf(
  { relativeTo, percent, reference }: Pick<RuleLine, 'relativeTo' | 'percent' | 'reference'>,
  { min, max }: Reach,
): Reach | undefined {
  if (relativeTo === undefined) return { min, max }
  const values = reference.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (!percent) return { min: min - high, max: max - low }
  return min >= 0 && low > 0 ? { min: (100 * min) / high, max: (100 * max) / low } : undefined
}

/** An alarm of whose days the last is over watches nothing. `now` is ms UTC. */
export function overBefore(body: RuleBody, now: number): FieldProblem[] {
  if (body.template !== 'CLOUD_ALARM') return []
  // ISO dates are in order as they are written.
  const today = new Date(now + minutesAhead(body.timeZone, now) * 60_000).toISOString().slice(0, 10)
  const ends = body.inputs.lines.map(line => ('cycle' in line ? line.cycleEndDate : today))
  return ends.every(end => end < today)
    ? [{ field: `inputs.lines.${ends.length - 1}.cycleEndDate`, code: 'past', values: {} }]
    : []
}

/** The same of one that was saved before. */
export function isOver({ template, body }: { readonly template: string; readonly body: unknown }, now: number): boolean {
  const parsed = template === 'CLOUD_ALARM' ? RuleBody.safeParse(body).data : undefined
  return parsed !== undefined && overBefore(parsed, now).length > 0
}

const isNever = (operator: Operator, value: number, { min, max }: Reach) =>
  value < min || value > max || (operator === 'GREATER' && value === max) || (operator === 'LESS' && value === min)

function boundsOf({ category, min, max }: Bounded) {
  const usual = isCategory(category) ? CATEGORIES[category] : { min: null, max: null }
  return { min: min ?? usual.min, max: max ?? usual.max }
}
