import { HOUR, MINUTE, SECOND } from './time.ts'

/** Registers of meters: how much was counted between two readings, and at which rate per hour. */

export interface Meter {
  /** The register starts again at 0 after modulus − 1. */
  readonly modulus?: number | undefined
  /** The most that it can grow in a minute; absent: any growth is believed. */
  readonly maxRate?: number | undefined
}

export interface Increment {
  readonly value: number
  /**
   * DIP: it trembles, nothing was counted. IMPLAUSIBLE: more than the meter can count. Of both nothing is booked, and the new
   * register is the base. REBASED: the registers do not compare, and nothing is booked either.
   */
  readonly flag: 'ROLLOVER' | 'RESET' | 'DIP' | 'IMPLAUSIBLE' | 'REBASED' | null
}

/** A register that falls by no more than this share of itself has dipped: what is reset or replaced begins near zero. */
const DIP_SHARE = 0.05

/**
 * From register `before` to `after` in `ms`: it may have dipped, rolled over, or been reset or replaced. `isRebased`: factor,
 * offset, modulus or box changed between them.
 */
export const increment = (before: number, after: number, ms: number, meter: Meter, isRebased = false): Increment => {
  if (isRebased) return { value: 0, flag: 'REBASED' }
  const most = meter.maxRate === undefined ? Infinity : (meter.maxRate * ms) / MINUTE
  if (after >= before) return after - before <= most ? { value: after - before, flag: null } : { value: 0, flag: 'IMPLAUSIBLE' }
  if (before - after <= DIP_SHARE * Math.abs(before)) return { value: 0, flag: 'DIP' }
  if (meter.modulus !== undefined && before < meter.modulus) {
    const round = meter.modulus - before + after
    if (round <= most) return { value: round, flag: 'ROLLOVER' }
  }
  return after <= most ? { value: after, flag: 'RESET' } : { value: 0, flag: 'IMPLAUSIBLE' }
}

/** The last minutes of a register, thinned so that its size is bounded: sums counted since the window began. */
export interface Window {
  ts: number[]
  sums: number[]
  /** Sum counted, register and instant of the last reading. */
  sum: number
  register: number
  at: number
  /** What the register is reckoned by; absent: not known. */
  base?: string
}

const SPAN = 5 * MINUTE
const APART = 10 * SECOND

export const openWindow = (register: number, ts: number, base?: string): Window => ({
  ...{ ts: [ts], sums: [0], sum: 0, register, at: ts },
  ...(base !== undefined && { base }),
})

/** Whether registers of this base compare with those of the window; a window that knows none takes it. */
export const isOfBase = (window: Window, base: string | undefined): boolean => {
  if (base !== undefined) window.base ??= base
  return base === undefined || window.base === base
}

/**
 * Takes a reading and answers the increment per hour over the last 5 minutes, measured from the newest reading that is at
 * least so old; NaN before there is one.
 */
export const ratePerHour = (window: Window, register: number, ts: number, meter: Meter): number => {
  window.sum += increment(window.register, register, ts - window.at, meter).value
  window.register = register
  window.at = ts
  while (window.ts.length > 1 && window.ts[1]! <= ts - SPAN) {
    window.ts.shift()
    window.sums.shift()
  }
  const from = window.ts[0]!
  const counted = window.sum - window.sums[0]!
  if (ts - window.ts[window.ts.length - 1]! >= APART) {
    window.ts.push(ts)
    window.sums.push(window.sum)
  }
  return from <= ts - SPAN ? (counted / (ts - from)) * HOUR : NaN
}
