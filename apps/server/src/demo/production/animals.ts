import type { DateTime } from 'luxon'
import { REFERENCE } from './reference.ts'
import type { ReferenceBatch } from './reference.ts'
import type { Stay } from './stays.ts'

/** An animal movement of the past. */
export interface PastMovement {
  readonly at: Date
  readonly action: 'ENTRY' | 'EXIT'
  readonly actionType: 'EXTERNAL_ENTRY' | 'EXTERNAL_SALE' | 'TRANSFER' | 'DEATH'
  readonly number: number
  /** kg together; null: not weighed. */
  readonly weight: number | null
  /** days */
  readonly age: number
  /** Code of the cause of death. */
  readonly reason: string | null
}

/** Animals on a scale: together, or each alone. */
export interface PastWeighing {
  readonly at: Date
  readonly number: number
  /** kg */
  readonly totalWeight: number
  readonly weights: readonly number[] | null
}

type Kind = keyof typeof REFERENCE

/** Causes of death by age: those up to an age, in the order in which they come up. */
const REASONS: Readonly<Record<Kind, readonly { readonly until: number; readonly codes: readonly string[] }[]>> = {
  broiler: [
    { until: 7, codes: ['YOLK_SAC_FIRST_WEEK', 'YOLK_SAC_FIRST_WEEK', 'RUNT_CULL'] },
    { until: 21, codes: ['RUNT_CULL', 'COLIBACILLOSIS', 'UNKNOWN', 'SUDDEN_DEATH_SYNDROME'] },
    { until: Infinity, codes: ['SUDDEN_DEATH_SYNDROME', 'LEG_CULL', 'ASCITES', 'SUDDEN_DEATH_SYNDROME', 'UNKNOWN'] },
  ],
  pig: [{ until: Infinity, codes: ['RESPIRATORY', 'SUDDEN_DEATH', 'LAMENESS', 'DIGESTIVE', 'TAIL_BITING'] }],
}
const reasonOf = (kind: Kind, age: number, index: number) => {
  const codes = REASONS[kind].find(({ until }) => age <= until)!.codes // safe: the last has no end
  return codes[index % codes.length]!
}

/** Ages at which animals are weighed, days. */
const WEIGHED: Readonly<Record<Kind, readonly number[]>> = { broiler: [7, 14, 21, 28, 35], pig: [84, 98, 112, 126, 140, 154] }
const SAMPLE = { broiler: 100, pig: 20 } as const

/** kg of an animal at an age (days), between the points of the curve on a line. */
export function weightAt({ growth }: ReferenceBatch, age: number): number {
  const next = growth.findIndex(([at]) => at >= age)
  const [to, toKg] = growth[next] ?? growth.at(-1)!
  const [from, fromKg] = growth[next - 1] ?? [to, toKg]
  return to === from ? toKg : fromKg + ((toKg - fromKg) * (age - from)) / (to - from)
}

const noon = (day: DateTime) => day.startOf('day').set({ hour: 12 })
const kg = (value: number) => Math.round(value * 1000) / 1000

/**
 * What happened to the animals of a stay until `now` (ms UTC): the reference batch with another number of animals, that are
 * `growth` times as heavy.
 */
export function movementsOf(kind: Kind, { open, close, count, isReference }: Stay, growth: number, now: number): PastMovement[] {
  const reference = REFERENCE[kind]
  const { entryAge } = reference
  const share = count / reference.count
  const dayOf = (day: number) => open.startOf('day').plus({ days: day })
  const movements: PastMovement[] = [
    {
      at: open.toJSDate(),
      action: 'ENTRY',
      actionType: 'EXTERNAL_ENTRY',
      number: count,
      weight: kg(count * weightAt(reference, entryAge)),
      age: entryAge,
      reason: null,
    },
  ]
  // Cumulative, so that roundings do not add up.
  let reported = 0
  let booked = 0
  for (const [index, { day, number, weight }] of reference.deaths.entries()) {
    reported += number
    const died = Math.round(reported * share) - booked
    if (died <= 0) continue
    booked += died
    movements.push({
      at: noon(dayOf(day)).toJSDate(),
      action: 'EXIT',
      actionType: 'DEATH',
      number: died,
      weight: weight === null ? null : kg(weight * died * growth),
      age: entryAge + day,
      reason: reasonOf(kind, entryAge + day, index),
    })
  }
  let left = 0
  for (const { day, number, weight, type } of reference.exits) {
    const sold = Math.round(number * share)
    left += sold
    movements.push({
      at: dayOf(day + 1).toJSDate(),
      action: 'EXIT',
      actionType: isReference && type === 'TRANSFER' ? 'TRANSFER' : 'EXTERNAL_SALE',
      number: sold,
      weight: kg((weight / number) * sold * growth),
      age: entryAge + day + 1,
      reason: null,
    })
  }
  if (close) {
    const number = count - booked - left
    movements.push({
      at: close.toJSDate(),
      action: 'EXIT',
      actionType: 'EXTERNAL_SALE',
      number,
      weight: kg(number * reference.finalWeight * growth),
      age: entryAge + reference.days,
      reason: null,
    })
  }
  return movements.filter(({ at }) => at.getTime() <= now).toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Weighings of a stay until `now` (ms UTC); of pigs each animal alone. */
export function weighingsOf(kind: Kind, { open, close }: Stay, growth: number, now: number): PastWeighing[] {
  const reference = REFERENCE[kind]
  const number = SAMPLE[kind]
  const end = Math.min(now, close?.toMillis() ?? now)
  return WEIGHED[kind]
    .map(age => ({ age, at: noon(open.plus({ days: age - reference.entryAge })) }))
    .filter(({ at }) => at.toMillis() <= end)
    .map(({ age, at }) => {
      const mean = weightAt(reference, age) * growth
      if (kind === 'broiler') return { at: at.toJSDate(), number, totalWeight: kg(number * mean), weights: null }
      // Spread evenly about the mean: a coefficient of variation of 9 %.
      const weights = Array.from({ length: number }, (_, index) => kg(mean * (1 + 0.15 * ((2 * index) / (number - 1) - 1))))
      return { at: at.toJSDate(), number, totalWeight: kg(weights.reduce((sum, weight) => sum + weight, 0)), weights }
    })
}

/** Codes of the product's feed types by the age up to which animals get them, days. */
const FEEDS: Readonly<Record<Kind, readonly { readonly until: number; readonly code: string }[]>> = {
  broiler: [
    { until: 10, code: 'BR-1' },
    { until: 24, code: 'BR-2' },
    { until: Infinity, code: 'BR-3' },
  ],
  pig: [
    { until: 100, code: 'PG-3' },
    { until: 130, code: 'PG-4' },
    { until: Infinity, code: 'PG-5' },
  ],
}
/** Medicated feed that young pigs get after they came, and the days that must pass before a sale. */
export const MEDICATED_FEED = {
  code: 'PG-M',
  displayName: 'Medicated grower, doxycycline',
  translations: {},
  species: 'PIG',
  medicated: true,
  withdrawalDays: 7,
} as const
/** Age until which they get it, days. */
const MEDICATED_UNTIL = 80
/** The feed of a delivery to animals that are there today. */
export const feedCodeToday = (kind: Kind, age: number) =>
  kind === 'pig' && age <= MEDICATED_UNTIL ? MEDICATED_FEED.code : feedCodeAt(kind, age)

export const feedCodeAt = (kind: Kind, age: number) => FEEDS[kind].find(({ until }) => age <= until)!.code // safe: the last has no end

/** Deliveries of a reference batch. */
export const deliveriesOf = (kind: Kind, { open }: Stay) => {
  const { deliveries, entryAge } = REFERENCE[kind]
  return deliveries.map(({ day, weight }) => ({
    at: (day === 0 ? open : open.plus({ days: day }).set({ hour: 10 })).toJSDate(),
    weight,
    feedCode: feedCodeAt(kind, entryAge + day),
  }))
}
