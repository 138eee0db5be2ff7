import type { Translate } from '@steading/locales/text'

/** The values of one entry, by the id of the input; undefined while they are open. */
export type Points = Readonly<Record<string, number | string | undefined>>
export interface EnteredCycle {
  readonly preCycle: Points
  readonly dayOne: Points
  readonly days: readonly Points[]
  readonly lastDay: Points
}
export type CycleKey = 'preCycle' | 'dayOne' | `days.${number}` | 'lastDay'

const none: EnteredCycle = { preCycle: {}, dayOne: {}, days: [], lastDay: {} }
export const cycleIn = (value: unknown): EnteredCycle =>
  typeof value === 'object' && value !== null ? { ...none, ...(value as Partial<EnteredCycle>) } : none // safe: the form or the contract wrote it

export const dayIn = (entry: Points | undefined): number | undefined =>
  typeof entry?.['day'] === 'number' ? entry['day'] : undefined

const indexOf = (key: CycleKey): number | undefined => (key.startsWith('days.') ? Number(key.slice(5)) : undefined)

/** The entries in their fixed order: before arrival, day one, the added days, the last day. */
export const keysOf = ({ days }: EnteredCycle): readonly CycleKey[] => [
  'preCycle',
  'dayOne',
  ...days.map((_, at): CycleKey => `days.${at}`),
  'lastDay',
]

/** The entry in which a field stands, by its path. */
export const keyAt = (cycle: EnteredCycle, field: string): CycleKey | undefined =>
  keysOf(cycle).find(key => field === key || field.startsWith(`${key}.`))

export function entryAt(cycle: EnteredCycle, key: CycleKey): Points {
  if (key === 'preCycle' || key === 'dayOne' || key === 'lastDay') return cycle[key]
  return cycle.days[indexOf(key) ?? -1] ?? {}
}

export function withEntry(cycle: EnteredCycle, key: CycleKey, change: Points): EnteredCycle {
  if (key === 'preCycle' || key === 'dayOne' || key === 'lastDay') return { ...cycle, [key]: { ...cycle[key], ...change } }
  return { ...cycle, days: cycle.days.map((one, at) => (at === indexOf(key) ? { ...one, ...change } : one)) }
}

/** The cycle of animals that came on another day; the values before arrival begin with it at the latest, as they did. */
export function dayOneMoved(cycle: EnteredCycle, date: string): EnteredCycle {
  const { date: before } = cycle.preCycle
  const isBefore = typeof before === 'string' && before < date && before !== cycle.dayOne['date']
  return { ...cycle, dayOne: { ...cycle.dayOne, date }, preCycle: { ...cycle.preCycle, date: isBefore ? before : date } }
}

const byDay = (a: Points, b: Points) => (dayIn(a) ?? Infinity) - (dayIn(b) ?? Infinity)

/** The cycle with its added days in their order, and where one of them stands then. */
const sorted = (cycle: EnteredCycle, one: Points): { readonly cycle: EnteredCycle; readonly key: CycleKey } => {
  const days = cycle.days.toSorted(byDay)
  return { cycle: { ...cycle, days }, key: `days.${days.indexOf(one)}` }
}

const between = (from: unknown, to: unknown, share: number): number | undefined =>
  typeof from === 'number' && typeof to === 'number' ? Math.round((from + (to - from) * share) * 10) / 10 : undefined

/** Another day, with the values that the line between its neighbours has there. */
export function withDay(cycle: EnteredCycle, day: number): { readonly cycle: EnteredCycle; readonly key: CycleKey } {
  const aged = [{ ...cycle.dayOne, day: 1 }, ...cycle.days, cycle.lastDay]
  const before = aged.findLast(one => (dayIn(one) ?? Infinity) < day) ?? cycle.dayOne
  const after = aged.find(one => (dayIn(one) ?? -1) > day) ?? cycle.lastDay
  const [from, to] = [dayIn(before) ?? 1, dayIn(after) ?? day]
  const share = to > from ? (day - from) / (to - from) : 0
  const names = Object.keys(cycle.lastDay).filter(name => name !== 'day')
  const one: Points = { day, ...Object.fromEntries(names.map(name => [name, between(before[name], after[name], share)])) }
  return sorted({ ...cycle, days: [...cycle.days, one] }, one)
}

/** An added day becomes another: it moves to its place. */
export function movedDay(cycle: EnteredCycle, key: CycleKey, day: number | undefined) {
  const at = indexOf(key)
  if (at === undefined) return { cycle: withEntry(cycle, key, { day }), key }
  const one: Points = { ...cycle.days[at], day }
  return sorted({ ...cycle, days: cycle.days.map((other, k) => (k === at ? one : other)) }, one)
}

export const withoutDay = (cycle: EnteredCycle, key: CycleKey): EnteredCycle => ({
  ...cycle,
  days: cycle.days.filter((_, at) => at !== indexOf(key)),
})

/** Why a day cannot be added. */
export function dayProblem(cycle: EnteredCycle, day: number | undefined, t: Translate): string | undefined {
  if (day === undefined || !Number.isInteger(day)) return t('invalid.whole')
  if (day < 2) return t('invalid.tooSmall', { min: 2 })
  const end = dayIn(cycle.lastDay)
  if (end !== undefined && day >= end) return t('rule.cycle.belowLast', { day: end })
  return cycle.days.some(one => dayIn(one) === day) ? t('rule.cycle.dayTaken', { day }) : undefined
}

/** What is wrong with the days of a cycle, in words of its own; `field` is the path below its input. */
export function cycleProblems(value: unknown, t: Translate): readonly { readonly field: string; readonly words: string }[] {
  const { days, lastDay } = cycleIn(value)
  const end = dayIn(lastDay)
  const previous = Math.max(1, ...days.flatMap(one => dayIn(one) ?? []))
  const isBroken = (day: number | undefined) => day !== undefined && !Number.isInteger(day)
  return [
    ...days.flatMap((one, at) => (isBroken(dayIn(one)) ? [{ field: `days.${at}.day`, words: t('invalid.whole') }] : [])),
    ...(isBroken(end) ? [{ field: 'lastDay.day', words: t('invalid.whole') }] : []),
    ...days.flatMap((one, at) => {
      const day = dayIn(one)
      return day !== undefined && end !== undefined && day >= end
        ? [{ field: `days.${at}.day`, words: t('rule.cycle.belowLast', { day: end }) }]
        : []
    }),
    ...(end !== undefined && end <= previous ? [{ field: 'lastDay.day', words: t('validation.cycleDay', { previous }) }] : []),
  ]
}
