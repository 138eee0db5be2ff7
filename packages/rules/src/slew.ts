import { clamp } from './round.ts'
import { MINUTE } from './time.ts'

/**
 * A level on its way to a target at a bounded speed. Its position at an instant follows from where and when the way began,
 * so that it does not matter how often it is asked; fractions are kept until a whole percent is reached.
 */
export interface Slew {
  from: number
  at: number
  target: number
  /** Instant of the last written change. */
  moved: number
}

export const rest = (slew: Slew, level: number): void => {
  slew.from = level
  slew.target = level
}

const positionOf = (slew: Slew, ts: number, perMinute: number): number => {
  const reach = (perMinute * (ts - slew.at)) / MINUTE
  return slew.from + clamp(slew.target - slew.from, -reach, reach)
}

/**
 * Turns from the written `level` to `target`. A level at rest may make good the time since it last moved, but no more than a
 * minute of it; one that turns back gives up the fraction.
 */
export const steer = (slew: Slew, level: number, target: number, ts: number, perMinute: number): void => {
  if (slew.target === target) return
  const atRest = slew.target === level
  const back = slew.target > level !== target > level
  slew.from = atRest || back ? level : positionOf(slew, ts, perMinute)
  slew.at = atRest ? Math.max(slew.moved, ts - MINUTE) : ts
  slew.target = target
}

/** The whole percent reached at `ts`. */
export const levelAt = (slew: Slew, ts: number, perMinute: number): number => {
  const position = positionOf(slew, ts, perMinute)
  return slew.target >= slew.from ? Math.floor(position + 1e-9) : Math.ceil(position - 1e-9)
}

/** The next whole minute of the way. */
export const nextMinute = (slew: Slew, ts: number): number => slew.at + (Math.floor((ts - slew.at) / MINUTE) + 1) * MINUTE
