import type { AgeUnit } from '@steading/contract/production/curves'
import type { WarningKind } from '@steading/contract/production/earlyWarning'
import { round } from '@steading/contract/round'
import { expectedDaily } from './curve.ts'
import type { Curve } from './curve.ts'

/** Early warning of one house: its water or feed against what the batch itself used at the same hours of the last days. */
export type { WarningKind } from '@steading/contract/production/earlyWarning'

/**
 * Deviation that warns, as a share, over how many hours. Source: production.md, "Early warning". Less than `atOnce` times the limit
 * must last two hours: the six hours of water hold few animals that drink when the light comes, and vary more than a day of feed.
 */
const LIMITS = { WATER: { share: 0.15, hours: 6, atOnce: 1.5 }, FEED: { share: 0.2, hours: 24, atOnce: 1 } } as const
/** Sums of decimals deviate in the last bits: exactly the limit would be below it now and then. */
const LAST_BITS = 1e-9
/** Hours in the band that close a warning. */
const QUIET_HOURS = 2
/** Days whose hours make the expectation, and the fewest that allow one. */
const LEARNED_DAYS = 7
const FEWEST_DAYS = 3
/** Share of a window that must be measured. */
const LEAST_MEASURED = 0.8
const HOURS = 24

export interface HourOfUse {
  /** Hours since 1970-01-01 UTC, ascending. */
  readonly hour: number
  /** Hour of the local day, 0–23. */
  readonly localHour: number
  /** L or kg in that hour; null if not measured. */
  readonly used: number | null
  /** What the curve expects on that day, see `usualUse`; null if unknown, then the hour is passed over. */
  readonly usual: number | null
}

interface JudgedHour {
  readonly hour: number
  readonly localHour: number
  readonly usual: number
  readonly used: number
  readonly expected: number
}

/** State of a warning between two hours. Plain JSON: it can be stored and taken up again. */
export interface WarningState {
  readonly lastHour: number | null
  /** By local hour: use / usual of the last days, the latest last. */
  readonly habits: readonly (readonly number[])[]
  /** The last day. */
  readonly window: readonly JudgedHour[]
  readonly open: { readonly since: number; readonly direction: 'HIGH' | 'LOW' } | null
  /** Whether the last judged hour was outside the band. */
  readonly isOutside: boolean
  /** Hours in a row inside the band while open. */
  readonly quiet: number
}

export const initialWarning: WarningState = {
  lastHour: null,
  habits: Array.from({ length: HOURS }, () => []),
  window: [],
  open: null,
  isOutside: false,
  quiet: 0,
}

export interface WarningStep {
  readonly state: WarningState
  /** |deviation| / limit, 2 decimals: 1 and more warns. Null while nothing can be judged. */
  readonly score: number | null
  /** Of the window, %, 1 decimal. */
  readonly deviation: number | null
  readonly change: 'OPEN' | 'CLOSE' | null
}

/**
 * What the animals of a house usually use on a day, L or kg: the curve's amount for the age at the start of the local day, for all
 * of them. A curve without water gives its feed: both grow alike. Null without either or without animals.
 */
export function usualUse(curve: Curve, ageUnit: AgeUnit, age: number, animals: number, kind: WarningKind): number | null {
  const feed = expectedDaily(curve, age, 'dailyFeed', ageUnit)
  const each = kind === 'WATER' ? (expectedDaily(curve, age, 'dailyWater', ageUnit) ?? feed) : feed
  return each !== null && each * animals > 0 ? each * animals : null
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * What an hour usually has of its usual use. Of water the mean without the least and the greatest day: one unusual day counts for
 * nothing. Of feed the mean of all: a silo shows 30 kg in one hour and nothing in the next, and trimming would take the few hours
 * of chicks that show something for outliers.
 */
function habitOf(values: readonly number[], kind: WarningKind): number {
  const middle = kind === 'WATER' && values.length > 2 ? [...values].sort((a, b) => a - b).slice(1, -1) : values
  return sum(middle) / middle.length
}

const learn = (habits: WarningState['habits'], localHour: number, ratio: number): WarningState['habits'] =>
  habits.map((values, index) => (index === localHour ? [...values, ratio].slice(-LEARNED_DAYS) : values))

/**
 * Takes one hour. The expectation of an hour is the mean of the same local hours of the last days (`habitOf`), each over what the
 * curve expected then, times what it expects now. The sum of the window (6 h of water, 24 h of feed) is compared with its expectation. A
 * warning opens at the limit (15 %, 20 %), of water in two hours in a row unless it is far beyond, and closes when the deviation was
 * below the limit for 2 h. An outage of feed stays in its window, and its warning open, for up to a day. While it is open nothing is learned: a fault never becomes the habit by itself, see `acceptHabit`. An hour that is not after the last one is ignored.
 */
export function warningStep(state: WarningState, hourOfUse: HourOfUse, kind: WarningKind): WarningStep {
  const { hour, localHour, used, usual } = hourOfUse
  const unchanged = { score: null, deviation: null, change: null }
  if (state.lastHour !== null && hour <= state.lastHour) return { ...unchanged, state }
  const { share, hours, atOnce } = LIMITS[kind]
  const recent = state.window.filter(judged => judged.hour > hour - HOURS)
  const next = { ...state, lastHour: hour, window: recent }
  if (used === null || usual === null) return { ...unchanged, state: next }

  const habit = state.habits[localHour] ?? []
  const learned = { ...next, habits: state.open ? state.habits : learn(state.habits, localHour, used / usual) }
  if (habit.length < FEWEST_DAYS) return { ...unchanged, state: learned }

  const lastDay = [...recent, { hour, localHour, usual, used, expected: habitOf(habit, kind) * usual }]
  const window = lastDay.filter(judged => judged.hour > hour - hours)
  if (window.length < LEAST_MEASURED * hours) return { ...unchanged, state: { ...learned, window: lastDay } }

  const day = sum(state.habits.map(values => (values.length > 0 ? habitOf(values, kind) : 0))) * usual
  const expected = sum(window.map(judged => judged.expected))
  // In the dark hardly anything is used, and any litre would be a deviation: a window counts at least as its part of a mean day.
  // A whole day has its light, and the mean day has learned a part of the deviation already.
  const base = window.length < HOURS ? Math.max(expected, (day * hours) / HOURS) : expected
  if (!(base > 0)) return { ...unchanged, state: { ...learned, window: lastDay } }
  const deviation = (sum(window.map(judged => judged.used)) - expected) / base
  const isOutside = Math.abs(deviation) >= share - LAST_BITS
  const result = { score: round(Math.abs(deviation) / share, 2), deviation: round(100 * deviation, 1) }

  if (!state.open) {
    const isConfirmed = isOutside && (state.isOutside || result.score >= atOnce)
    const open = isConfirmed ? { since: hour, direction: deviation > 0 ? ('HIGH' as const) : ('LOW' as const) } : null
    return { ...result, state: { ...learned, window: lastDay, open, isOutside, quiet: 0 }, change: open ? 'OPEN' : null }
  }
  const quiet = isOutside ? 0 : state.quiet + 1
  const isOver = quiet >= QUIET_HOURS
  return {
    ...result,
    state: { ...learned, window: lastDay, open: isOver ? null : state.open, isOutside, quiet: isOver ? 0 : quiet },
    change: isOver ? 'CLOSE' : null,
  }
}

/**
 * For a warning that a person closes because the change is right, such as a new light programme: the last day is the habit from
 * now on. Local hours that were not measured keep theirs.
 */
export function acceptHabit(state: WarningState): WarningState {
  const habits = state.habits.map((values, localHour) => {
    const last = state.window.findLast(judged => judged.localHour === localHour)
    return last ? Array.from({ length: FEWEST_DAYS }, () => last.used / last.usual) : values
  })
  return { ...state, habits, window: [], open: null, isOutside: false, quiet: 0 }
}

/** For a warning that ends with its batch or with the watch over its house: what it was about warns again once they go on. */
export const endWarning = (state: WarningState): WarningState => ({ ...state, open: null, isOutside: false, quiet: 0 })
