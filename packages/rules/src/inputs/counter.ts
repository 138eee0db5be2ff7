import { HOUR, MINUTE, SECOND } from '../values/time.ts'

/** Meter registers: the increment between two readings and the rate per hour. */

export interface Meter {
  /** The register rolls over to 0 after modulus − 1. */
  readonly modulus?: number | undefined
  /** Maximum increment per minute; absent: any growth is plausible. */
  readonly maxRate?: number | undefined
  /** Calculated from the increments of other registers: any step counts with its sign, since no meter was reset or rolled over. */
  readonly calculated?: true | undefined
}

/** Longest time, ms, for which a constant register may have grown unseen, and after which a step is compared with no other. */
export const MAX_UNSEEN = 24 * HOUR

/** A register as it was last read. */
export interface Register {
  readonly value: number
  /** Instant of the reading. */
  readonly ts: number
  /** Instant of the first reading of this value. */
  readonly since: number
  /** The value before it; null: unknown. */
  readonly previous: number | null
}

/** The register after another reading; without `before` it is the first. Of one instant the later reading replaces the other. */
export const nextRegister = (before: Register | undefined, value: number, ts: number): Register => {
  if (before === undefined || ts - before.ts > MAX_UNSEEN) return { value, ts, since: ts, previous: null }
  if (before.value === value) return { ...before, ts }
  return { value, ts, since: ts, previous: before.ts === ts ? before.previous : before.value }
}

export interface Increment {
  readonly value: number
  /**
   * DIP: a small decrease, nothing was counted. IMPLAUSIBLE: more than the meter can count. Both count as 0, and the new
   * register is the base. REBASED: the registers are not comparable; counts as 0.
   */
  readonly flag: 'ROLLOVER' | 'RESET' | 'DIP' | 'IMPLAUSIBLE' | 'REBASED' | null
}

/** Dip: a decrease by at most this share of the register. A reset or replaced meter starts near zero instead. */
const DIP_SHARE = 0.05

/** The greatest step of a register, as the time in which a meter counts it at its maximum rate, ms. */
const LONGEST_STEP = HOUR

/**
 * The most that a meter can count between two readings: at its maximum rate since the register last changed, so that reading
 * more often does not lower it. Within a minute a meter may count at once what it may count in a minute.
 */
const maxCount = ({ maxRate }: Meter, before: Register, ts: number): number => {
  if (maxRate === undefined) return Infinity
  const unseen = Math.max(ts - before.ts, Math.min(ts - before.since, MAX_UNSEEN), MINUTE)
  return (maxRate * unseen) / MINUTE
}

/** One step of the register, which may have been counted before and not been shown. The last change stands for it. */
const stepOf = ({ maxRate }: Meter, before: Register, ts: number): number => {
  if (maxRate === undefined || before.previous === null || ts - before.since > MAX_UNSEEN) return 0
  return Math.max(0, Math.min(before.value - before.previous, (maxRate * LONGEST_STEP) / MINUTE))
}

/**
 * The increment from register `before` to `after` at `ts`, with dips, roll-overs and resets recognised. `isRebased`: factor,
 * offset, modulus or box changed between the readings.
 */
export const increment = (before: Register, after: number, ts: number, meter: Meter, isRebased = false): Increment => {
  if (isRebased) return { value: 0, flag: 'REBASED' }
  if (meter.calculated) return { value: after - before.value, flag: null }
  const most = maxCount(meter, before, ts)
  const grown = after - before.value
  if (grown >= 0)
    return grown <= most + stepOf(meter, before, ts) ? { value: grown, flag: null } : { value: 0, flag: 'IMPLAUSIBLE' }
  if (-grown <= DIP_SHARE * Math.abs(before.value)) return { value: 0, flag: 'DIP' }
  // A fall is bounded without a step: the last change may be the misread register from which it returns.
  if (meter.modulus !== undefined && before.value < meter.modulus) {
    const rolledOver = meter.modulus + grown
    if (rolledOver <= most) return { value: rolledOver, flag: 'ROLLOVER' }
  }
  return after <= most ? { value: after, flag: 'RESET' } : { value: 0, flag: 'IMPLAUSIBLE' }
}

/** Sliding window over a register, thinned to a bounded size. `sums` are counted from the start of the window. */
export interface RateWindow {
  ts: number[]
  sums: number[]
  /** Sum counted until the last reading. */
  sum: number
  register: Register
  /** Identifies factor, offset and modulus of the register; absent: not known. */
  base?: string
}

const RATE_SPAN = 5 * MINUTE
const SAMPLE_INTERVAL = 10 * SECOND

export const openWindow = (register: number, ts: number, base?: string): RateWindow => ({
  ts: [ts],
  sums: [0],
  sum: 0,
  register: nextRegister(undefined, register, ts),
  ...(base !== undefined && { base }),
})

/** Whether registers of this base are comparable with those of the window. A window without a base adopts it. */
export const isOfBase = (window: RateWindow, base: string | undefined): boolean => {
  if (base !== undefined) window.base ??= base
  return base === undefined || window.base === base
}

/**
 * Adds a reading and returns the increment per hour over the last 5 minutes, measured from the newest reading of at least that
 * age; NaN before there is one.
 */
export const ratePerHour = (window: RateWindow, register: number, ts: number, meter: Meter): number => {
  window.sum += increment(window.register, register, ts, meter).value
  window.register = nextRegister(window.register, register, ts)
  while (window.ts.length > 1 && window.ts[1]! <= ts - RATE_SPAN) {
    window.ts.shift()
    window.sums.shift()
  }
  const from = window.ts[0]!
  const counted = window.sum - window.sums[0]!
  if (ts - window.ts[window.ts.length - 1]! >= SAMPLE_INTERVAL) {
    window.ts.push(ts)
    window.sums.push(window.sum)
  }
  return from <= ts - RATE_SPAN ? (counted / (ts - from)) * HOUR : NaN
}
