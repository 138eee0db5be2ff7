import { CATEGORIES, kindOf } from '@steading/contract/categories'
import type { RuleLine } from '@steading/contract/rulebody'
import { dayOf, dayStart } from '../../ui/moment/zoned.ts'
import type { Choice } from '../form/choices.ts'
import type { EnteredLine } from './line.ts'

/** What a condition holds its readings against instead of a fixed figure: the curve of the animals' age, or a capacity. */

export type Relation = NonNullable<RuleLine['relativeTo']>

/** A value of the reference from an instant (UTC ms) on, as the form holds it while it is filled in. */
export interface EnteredReference {
  readonly from?: number | undefined
  readonly value?: number | undefined
}
type Reference = readonly EnteredReference[]

const millisADay = 86_400_000

const proposalOf = (of: Choice, relation: Relation | undefined) =>
  CATEGORIES[of.category].alarm.find(one => one.relativeTo === relation)

/** What readings of a sensor can be held against: of a silo its capacity, of other measurements a curve by age. */
export function relationsOf(of: Choice | undefined): readonly Relation[] {
  const isMeasured = of !== undefined && kindOf(of) === 'GAUGE' && (of.dataType === 'DECIMAL' || of.dataType === 'INTEGER')
  if (!isMeasured) return []
  return proposalOf(of, 'CAPACITY') ? ['CAPACITY'] : ['CURVE']
}

/** Held against something else, or a fixed figure again: a limit means another thing then, and begins anew. */
export function related(
  line: EnteredLine,
  of: Choice,
  relation: Relation | undefined,
  { dayOne, timeZone }: { readonly dayOne: string; readonly timeZone: string },
): EnteredLine {
  const { relativeTo: _relativeTo, percent: _percent, reference: _reference, ...plain } = line
  const proposal = proposalOf(of, relation)
  return {
    ...plain,
    logicOperator: proposal?.operator ?? line.logicOperator,
    inputValue: proposal?.value ?? undefined,
    ...(line.cycle && { cycle: line.cycle.map(step => ({ ...step, action: undefined })) }),
    ...(relation && {
      relativeTo: relation,
      percent: proposal?.percent ?? false,
      reference: [{ from: relation === 'CAPACITY' ? 0 : startOf(dayOne, 1, timeZone) }],
    }),
  }
}

/** The instant at which the animals reach an age, in days from day one on, which is day 1. */
const startOf = (dayOne: string, age: number, timeZone: string): number | undefined => {
  const midnight = Date.parse(`${dayOne}T00:00:00Z`) + (age - 1) * millisADay
  if (Number.isNaN(midnight)) return undefined
  return Date.parse(dayStart(new Date(midnight).toISOString().slice(0, 10), timeZone) ?? '')
}

/** The date of day one, YYYY-MM-DD: the first value holds from it on. */
export const dayOneOf = (reference: Reference, timeZone: string): string | undefined =>
  reference[0]?.from === undefined ? undefined : dayOf(reference[0].from, timeZone)

/** At which age a value begins to hold. */
export const ageOf = ({ from }: EnteredReference, dayOne: string | undefined, timeZone: string): number | undefined =>
  from === undefined || dayOne === undefined
    ? undefined
    : Math.round((Date.parse(dayOf(from, timeZone)) - Date.parse(dayOne)) / millisADay) + 1

/** The same curve for animals that came on another day. */
export function withDayOne(reference: Reference, date: string, timeZone: string): Reference {
  const before = dayOneOf(reference, timeZone)
  return reference.map((one, at) => {
    const age = at === 0 ? 1 : ageOf(one, before, timeZone)
    return { ...one, from: age === undefined ? undefined : startOf(date, age, timeZone) }
  })
}

/** A value begins to hold at another age. */
export const withAge = (reference: Reference, at: number, age: number | undefined, timeZone: string): Reference => {
  const dayOne = dayOneOf(reference, timeZone)
  const from = age === undefined || dayOne === undefined ? undefined : startOf(dayOne, age, timeZone)
  return reference.map((one, k) => (k === at ? { ...one, from } : one))
}
