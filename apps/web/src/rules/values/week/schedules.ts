import type { RuleInput } from '@steading/contract/rules/drafts'
import { type ScheduleLine, type UtcWeek, slotLike, toUtc, toWall } from '@steading/contract/rules/schedule'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'

/** Schedules are filled in by the clock of the box and travel in UTC. */

type InputDefinition = Pick<TemplateInput, 'id' | 'type'>
interface InputValue {
  readonly id: string
  readonly value?: unknown
}

const scheduleIds = (asked: readonly InputDefinition[]): ReadonlySet<string> =>
  new Set(asked.filter(input => input.type === 'SCHEDULER').map(input => input.id))

/** Inputs in which nothing is wrong as they are sent, by the clock that their form shows. */
export function toUtcInputs(
  inputs: readonly InputValue[],
  asked: readonly InputDefinition[],
  clock: Omit<UtcWeek, 'lines'>,
): RuleInput[] {
  const schedules = scheduleIds(asked)
  // safe: a week in which nothing is wrong has all its times
  const toUtcValue = (value: unknown) => toUtc(value as readonly ScheduleLine[], clock)
  return inputs.map(({ id, value }) => ({ id, value: schedules.has(id) ? toUtcValue(value) : value }))
}

/** A field of a schedule that was sent, as the form calls it. */
export function toFormField(field: string, inputs: Readonly<Record<string, unknown>>, clock: Omit<UtcWeek, 'lines'>): string {
  const [, id = '', line, slot, rest = ''] = /^inputs\.(\w+)\.lines(?:\.(\d+)\.intervals\.(\d+)(.*))?/.exec(field) ?? []
  if (!id) return field
  // safe: what was sent had all its times
  const week = (inputs[id] ?? []) as readonly ScheduleLine[]
  const at = slotLike(toUtc(week, clock).lines, { line: Number(line), slot: Number(slot) }, week)
  return at ? `inputs.${id}.${at.line}.intervals.${at.slot}${rest}` : `inputs.${id}`
}

/** The inputs of a rule as its form holds them. */
export function toLocalInputs(
  inputs: readonly InputValue[],
  asked: readonly InputDefinition[],
): Readonly<Record<string, unknown>> {
  const schedules = scheduleIds(asked)
  // safe: so the platform tells them
  return Object.fromEntries(inputs.map(({ id, value }) => [id, schedules.has(id) ? toWall(value as UtcWeek) : value]))
}
