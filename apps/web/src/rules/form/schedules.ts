import type { RuleInput } from '@steading/contract/rule-drafts'
import { type ScheduleLine, type UtcWeek, slotLike, toUtc, toWall } from '@steading/contract/schedule'
import type { TemplateInput } from '@steading/contract/template-inputs'

/** Schedules are filled in by the clock of the box and travel in UTC. */

type Asked = Pick<TemplateInput, 'id' | 'type'>
interface Said {
  readonly id: string
  readonly value?: unknown
}

const schedulesOf = (asked: readonly Asked[]): ReadonlySet<string> =>
  new Set(asked.filter(one => one.type === 'SCHEDULER').map(one => one.id))

/** Inputs in which nothing is wrong as they are sent, by the clock that their form shows. */
export function inUtc(inputs: readonly Said[], asked: readonly Asked[], clock: Omit<UtcWeek, 'lines'>): RuleInput[] {
  const schedules = schedulesOf(asked)
  // safe: a week in which nothing is wrong has all its times
  const moved = (value: unknown) => toUtc(value as readonly ScheduleLine[], clock)
  return inputs.map(({ id, value }) => ({ id, value: schedules.has(id) ? moved(value) : value }))
}

/** A field of a schedule that was sent, as the form calls it. */
export function weekField(field: string, inputs: Readonly<Record<string, unknown>>, clock: Omit<UtcWeek, 'lines'>): string {
  const [, id = '', line, slot, rest = ''] = /^inputs\.(\w+)\.lines(?:\.(\d+)\.intervals\.(\d+)(.*))?/.exec(field) ?? []
  if (!id) return field
  // safe: what was sent had all its times
  const week = (inputs[id] ?? []) as readonly ScheduleLine[]
  const at = slotLike(toUtc(week, clock).lines, { line: Number(line), slot: Number(slot) }, week)
  return at ? `inputs.${id}.${at.line}.intervals.${at.slot}${rest}` : `inputs.${id}`
}

/** The inputs of a rule as its form holds them. */
export function filledIn(inputs: readonly Said[], asked: readonly Asked[]): Readonly<Record<string, unknown>> {
  const schedules = schedulesOf(asked)
  // safe: so the platform tells them
  return Object.fromEntries(inputs.map(({ id, value }) => [id, schedules.has(id) ? toWall(value as UtcWeek) : value]))
}
