import { clamp } from '@steading/contract/round'
import { MINUTE, NEVER } from '../values/time.ts'

/**
 * Slew limiter: a whole percentage that moves to a target at a bounded speed (% per minute; 0: at once). The position is
 * derived from the start of the movement, so fractions are kept however often it is evaluated.
 */
export interface Slew {
  /** The written level. */
  level: number
  target: number
  from: number
  at: number
  /** Instant of the last change of `level`. */
  moved: number
  /** Next whole minute of the movement; NEVER at rest. */
  minute: number
}

export const createSlew = (): Slew => ({ level: 0, target: 0, from: 0, at: 0, moved: 0, minute: NEVER })

const setLevel = (slew: Slew, level: number, ts: number): void => {
  if (slew.level !== level) slew.moved = ts
  slew.level = level
}

/** Stops at the current level. */
export const stop = (slew: Slew): void => {
  slew.target = slew.level
  slew.minute = NEVER
}

/** Sets `level` at once. */
export const jumpTo = (slew: Slew, level: number, ts: number): void => {
  setLevel(slew, level, ts)
  stop(slew)
}

const positionOf = (slew: Slew, ts: number, perMinute: number): number => {
  const reach = perMinute === 0 ? Infinity : (perMinute * (ts - slew.at)) / MINUTE
  return slew.from + clamp(slew.target - slew.from, -reach, reach)
}

/** Moves to the position reached by `ts`. */
export const advanceSlew = (slew: Slew, ts: number, perMinute: number): void => {
  if (slew.minute === NEVER) return
  const position = positionOf(slew, ts, perMinute)
  // Adding 0 turns −0, which JSON does not have, into 0.
  setLevel(slew, slew.target >= slew.from ? Math.floor(position + 1e-9) : Math.ceil(position - 1e-9) + 0, ts)
  if (slew.level === slew.target) stop(slew)
  else if (slew.minute <= ts) slew.minute = slew.at + (Math.floor((ts - slew.at) / MINUTE) + 1) * MINUTE
}

/**
 * Changes the target. At rest, up to one minute since the last change counts towards the movement. While moving, only progress
 * towards the new target counts, so that a reversal starts at the written level.
 */
export const steerTo = (slew: Slew, target: number, ts: number, perMinute: number): void => {
  if (target === slew.level) {
    stop(slew)
    return
  }
  const resting = slew.minute === NEVER
  const reached = resting ? slew.level : positionOf(slew, ts, perMinute)
  slew.from = clamp(reached, Math.min(slew.level, target), Math.max(slew.level, target))
  slew.at = resting ? Math.max(slew.moved, ts - MINUTE) : ts
  slew.target = target
  slew.minute = ts
  advanceSlew(slew, ts, perMinute)
}
