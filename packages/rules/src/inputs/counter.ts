import { HOUR, MINUTE, SECOND } from '../values/time.ts'

/** Meter registers: the increment between two readings and the rate per hour. */

export interface Meter {
  /** The register rolls over to 0 after modulus − 1. */
  readonly modulus?: number | undefined
  /** Maximum increment per minute; absent: any growth is plausible. */
  readonly maxRate?: number | undefined
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

/**
 * The increment from register `before` to `after` within `ms`, with dips, roll-overs and resets recognised. `isRebased`: factor,
 * offset, modulus or box changed between the readings.
 */
export const increment = (before: number, after: number, ms: number, meter: Meter, isRebased = false): Increment => {
  if (isRebased) return { value: 0, flag: 'REBASED' }
  const maxIncrement = meter.maxRate === undefined ? Infinity : (meter.maxRate * ms) / MINUTE
  if (after >= before)
    return after - before <= maxIncrement ? { value: after - before, flag: null } : { value: 0, flag: 'IMPLAUSIBLE' }
  if (before - after <= DIP_SHARE * Math.abs(before)) return { value: 0, flag: 'DIP' }
  if (meter.modulus !== undefined && before < meter.modulus) {
    const rolledOver = meter.modulus - before + after
    if (rolledOver <= maxIncrement) return { value: rolledOver, flag: 'ROLLOVER' }
  }
  return after <= maxIncrement ? { value: after, flag: 'RESET' } : { value: 0, flag: 'IMPLAUSIBLE' }
}

/** Sliding window over a register, thinned to a bounded size. `sums` are counted from the start of the window. */
export interface RateWindow {
  ts: number[]
  sums: number[]
  /** Sum counted, register and instant of the last reading. */
  sum: number
  register: number
  at: number
  /** Identifies factor, offset and modulus of the register; absent: not known. */
  base?: string
}

const RATE_SPAN = 5 * MINUTE
const SAMPLE_INTERVAL = 10 * SECOND

export const openWindow = (register: number, ts: number, base?: string): RateWindow => ({
  ts: [ts],
  sums: [0],
  sum: 0,
  register,
  at: ts,
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
  window.sum += increment(window.register, register, ts - window.at, meter).value
  window.register = register
  window.at = ts
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
