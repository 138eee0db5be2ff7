import { DATES_WITHOUT_BATCH } from '@steading/contract/rules/body'
import type { Translate } from '@steading/locales/text'

/** The values of one entry, by the id of the input; undefined while they are open. */
export type Points = Readonly<Record<string, number | string | undefined>>
export interface CycleValues {
  /** Its dates are those of the open batch. */
  readonly followsBatch?: boolean | undefined
  readonly preCycle: Points
  readonly dayOne: Points
  readonly days: readonly Points[]
  readonly lastDay: Points
}
export type CycleKey = 'preCycle' | 'dayOne' | `days.${number}` | 'lastDay'

const emptyCycle: CycleValues = { preCycle: {}, dayOne: {}, days: [], lastDay: {} }
export const toCycleValues = (value: unknown): CycleValues =>
  typeof value === 'object' && value !== null ? { ...emptyCycle, ...(value as Partial<CycleValues>) } : emptyCycle // safe: the form or the contract wrote it

export const ageDay = (entry: Points | undefined): number | undefined =>
  typeof entry?.['day'] === 'number' ? entry['day'] : undefined

const indexOf = (key: CycleKey): number | undefined => (key.startsWith('days.') ? Number(key.slice(5)) : undefined)

/** The entries in their fixed order: before arrival, day one, the added days, the last day. */
export const keysOf = ({ days }: CycleValues): readonly CycleKey[] => [
  'preCycle',
  'dayOne',
  ...days.map((_, at): CycleKey => `days.${at}`),
  'lastDay',
]

/** The entry in which a field stands, by its path. */
export const keyAt = (cycle: CycleValues, field: string): CycleKey | undefined =>
  keysOf(cycle).find(key => field === key || field.startsWith(`${key}.`))

export function entryAt(cycle: CycleValues, key: CycleKey): Points {
  if (key === 'preCycle' || key === 'dayOne' || key === 'lastDay') return cycle[key]
  return cycle.days[indexOf(key) ?? -1] ?? {}
}

export function withEntry(cycle: CycleValues, key: CycleKey, change: Points): CycleValues {
  if (key === 'preCycle' || key === 'dayOne' || key === 'lastDay') return { ...cycle, [key]: { ...cycle[key], ...change } }
  return { ...cycle, days: cycle.days.map((day, at) => (at === indexOf(key) ? { ...day, ...change } : day)) }
}

/** The cycle of animals that came on another day; the values before arrival begin with it at the latest, as they did. */
export function withDayOne(cycle: CycleValues, date: string): CycleValues {
  const { date: before } = cycle.preCycle
  const isBefore = typeof before === 'string' && before < date && before !== cycle.dayOne['date']
  return { ...cycle, dayOne: { ...cycle.dayOne, date }, preCycle: { ...cycle.preCycle, date: isBefore ? before : date } }
}

/** The cycle that follows the open batch, whose day one is `dayOne`; undefined: none is open. The platform does the same. */
export const withFollowedDates = (cycle: CycleValues, dayOne: string | undefined): CycleValues => ({
  ...cycle,
  followsBatch: true,
  preCycle: { ...cycle.preCycle, date: DATES_WITHOUT_BATCH.preCycle },
  dayOne: { ...cycle.dayOne, date: dayOne ?? DATES_WITHOUT_BATCH.dayOne },
})

/** The cycle with dates of its own again, from a day on. */
export function withOwnDates({ followsBatch: _followsBatch, ...cycle }: CycleValues, date: string): CycleValues {
  return { ...cycle, preCycle: { ...cycle.preCycle, date }, dayOne: { ...cycle.dayOne, date } }
}

const compareDays = (a: Points, b: Points) => (ageDay(a) ?? Infinity) - (ageDay(b) ?? Infinity)

/** The cycle with its added days in their order, and where one of them stands then. */
const sortDays = (cycle: CycleValues, points: Points): { readonly cycle: CycleValues; readonly key: CycleKey } => {
  const days = cycle.days.toSorted(compareDays)
  return { cycle: { ...cycle, days }, key: `days.${days.indexOf(points)}` }
}

const interpolate = (from: unknown, to: unknown, share: number): number | undefined =>
  typeof from === 'number' && typeof to === 'number' ? Math.round((from + (to - from) * share) * 10) / 10 : undefined

/** Another day, with the values that the line between its neighbours has there. */
export function withDay(cycle: CycleValues, day: number): { readonly cycle: CycleValues; readonly key: CycleKey } {
  const aged = [{ ...cycle.dayOne, day: 1 }, ...cycle.days, cycle.lastDay]
  const before = aged.findLast(points => (ageDay(points) ?? Infinity) < day) ?? cycle.dayOne
  const after = aged.find(points => (ageDay(points) ?? -1) > day) ?? cycle.lastDay
  const from = ageDay(before) ?? 1
  const to = ageDay(after) ?? day
  const share = to > from ? (day - from) / (to - from) : 0
  const names = Object.keys(cycle.lastDay).filter(name => name !== 'day')
  const item: Points = { day, ...Object.fromEntries(names.map(name => [name, interpolate(before[name], after[name], share)])) }
  return sortDays({ ...cycle, days: [...cycle.days, item] }, item)
}

/** An added day becomes another: it moves to its place. */
export function withDayMoved(cycle: CycleValues, key: CycleKey, day: number | undefined) {
  const at = indexOf(key)
  if (at === undefined) return { cycle: withEntry(cycle, key, { day }), key }
  const points: Points = { ...cycle.days[at], day }
  return sortDays({ ...cycle, days: cycle.days.map((other, k) => (k === at ? points : other)) }, points)
}

export const withoutDay = (cycle: CycleValues, key: CycleKey): CycleValues => ({
  ...cycle,
  days: cycle.days.filter((_, at) => at !== indexOf(key)),
})

/** Why a day cannot be added. */
export function dayProblem(cycle: CycleValues, day: number | undefined, t: Translate): string | undefined {
  if (day === undefined || !Number.isInteger(day)) return t('invalid.whole')
  if (day < 2) return t('invalid.tooSmall', { min: 2 })
  const end = ageDay(cycle.lastDay)
  if (end !== undefined && day >= end) return t('rule.cycle.belowLast', { day: end })
  return cycle.days.some(points => ageDay(points) === day) ? t('rule.cycle.dayTaken', { day }) : undefined
}

/** What is wrong with the days of a cycle, in words of its own; `field` is the path below its input. */
export function cycleProblems(value: unknown, t: Translate): readonly { readonly field: string; readonly words: string }[] {
  const { days, lastDay } = toCycleValues(value)
  const end = ageDay(lastDay)
  const previous = Math.max(1, ...days.flatMap(day => ageDay(day) ?? []))
  const isBroken = (day: number | undefined) => day !== undefined && !Number.isInteger(day)
  return [
    ...days.flatMap((day, at) => (isBroken(ageDay(day)) ? [{ field: `days.${at}.day`, words: t('invalid.whole') }] : [])),
    ...(isBroken(end) ? [{ field: 'lastDay.day', words: t('invalid.whole') }] : []),
    ...days.flatMap((points, at) => {
      const day = ageDay(points)
      return day !== undefined && end !== undefined && day >= end
        ? [{ field: `days.${at}.day`, words: t('rule.cycle.belowLast', { day: end }) }]
        : []
    }),
    ...(end !== undefined && end <= previous ? [{ field: 'lastDay.day', words: t('validation.cycleDay', { previous }) }] : []),
  ]
}
