import { CATEGORIES, kindOf } from '@steading/contract/devices/categories'
import { hasCurveReference } from '@steading/production/curves/curveReference'
import type { RuleLine } from '@steading/contract/rules/body'
import { dayOf, dayStart } from '../../ui/moment/zoned.ts'
import type { Choice } from './choices.ts'
import type { LineValues } from './lines/lineValues.ts'
import type { ReferenceValues } from './lines/referenceValues.ts'

/** What a condition holds its readings against instead of a fixed figure: the curve of the animals' age, or a capacity. */

type RelativeTo = NonNullable<RuleLine['relativeTo']>
/** A curve that is entered, that of the open batch, or a capacity. */
export type Relation = RelativeTo | 'BATCH'

type Reference = readonly ReferenceValues[]

const millisADay = 86_400_000

const relativeToOf = (relation: Relation | undefined): RelativeTo | undefined => (relation === 'BATCH' ? 'CURVE' : relation)

/** What a line is held against; undefined: a fixed figure. */
export const relationOf = ({ relativeTo, followsBatch }: LineValues): Relation | undefined =>
  followsBatch === true ? 'BATCH' : relativeTo

const proposedReference = (choice: Choice, relation: Relation | undefined) =>
  CATEGORIES[choice.category].alarm.find(line => line.relativeTo === relativeToOf(relation))

/** What readings of a sensor can be held against: of a silo its capacity, of other measurements a curve by age. */
export function relationsOf(choice: Choice | undefined): readonly Relation[] {
  const isMeasured =
    choice !== undefined && kindOf(choice) === 'GAUGE' && (choice.dataType === 'DECIMAL' || choice.dataType === 'INTEGER')
  if (!isMeasured) return []
  if (proposedReference(choice, 'CAPACITY')) return ['CAPACITY']
  return hasCurveReference(choice.category) ? ['BATCH', 'CURVE'] : ['CURVE']
}

/** Held against something else, or a fixed figure again: a limit means another thing then, and begins anew. */
export function withRelation(
  line: LineValues,
  choice: Choice,
  relation: Relation | undefined,
  { dayOne, timeZone }: { readonly dayOne: string; readonly timeZone: string },
): LineValues {
  const { relativeTo: _relativeTo, percent: _percent, reference: _reference, followsBatch: _follows, ...plain } = line
  const proposal = proposedReference(choice, relation)
  return {
    ...plain,
    logicOperator: proposal?.operator ?? line.logicOperator,
    inputValue: proposal?.value ?? undefined,
    ...(line.cycle && { cycle: line.cycle.map(step => ({ ...step, action: undefined })) }),
    ...(relation && {
      relativeTo: relativeToOf(relation),
      percent: proposal?.percent ?? false,
      ...referenceFor(relation, choice, curveStart(dayOne, 1, timeZone)),
    }),
  }
}

const referenceFor = (relation: Relation, { capacity }: Choice, start: number | undefined) =>
  relation === 'BATCH'
    ? { followsBatch: true, reference: [] }
    : { reference: [relation === 'CAPACITY' ? { from: 0, value: capacity } : { from: start }] }

/** The instant at which the animals reach an age, in days from day one on, which is day 1. */
const curveStart = (dayOne: string, age: number, timeZone: string): number | undefined => {
  const midnight = Date.parse(`${dayOne}T00:00:00Z`) + (age - 1) * millisADay
  if (Number.isNaN(midnight)) return undefined
  return Date.parse(dayStart(new Date(midnight).toISOString().slice(0, 10), timeZone) ?? '')
}

/** The date of day one, YYYY-MM-DD: the first value holds from it on. */
export const dayOneOf = (reference: Reference, timeZone: string): string | undefined =>
  reference[0]?.from === undefined ? undefined : dayOf(reference[0].from, timeZone)

/** At which age a value begins to hold. */
export const ageOf = ({ from }: ReferenceValues, dayOne: string | undefined, timeZone: string): number | undefined =>
  from === undefined || dayOne === undefined
    ? undefined
    : Math.round((Date.parse(dayOf(from, timeZone)) - Date.parse(dayOne)) / millisADay) + 1

/** The same curve for animals that came on another day. */
export function withDayOne(reference: Reference, date: string, timeZone: string): Reference {
  const before = dayOneOf(reference, timeZone)
  return reference.map((references, at) => {
    const age = at === 0 ? 1 : ageOf(references, before, timeZone)
    return { ...references, from: age === undefined ? undefined : curveStart(date, age, timeZone) }
  })
}

/** A value begins to hold at another age. */
export const withAge = (reference: Reference, at: number, age: number | undefined, timeZone: string): Reference => {
  const dayOne = dayOneOf(reference, timeZone)
  const from = age === undefined || dayOne === undefined ? undefined : curveStart(dayOne, age, timeZone)
  return reference.map((references, k) => (k === at ? { ...references, from } : references))
}
