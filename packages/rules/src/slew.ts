import { clamp } from './round.ts'
import { MINUTE, NEVER } from './time.ts'

/**
 * A whole percentage on its way to a target at a bounded speed (% per minute; 0: at once). Where it is at an instant follows
 * from where and when the way began, so that fractions are kept and it does not matter how often it is asked.
 */
export interface Slew {
  /** What is written. */
  level: number
  target: number
  from: number
  at: number
  /** Instant of the last change of `level`. */
  moved: number
  /** Next whole minute of the way; NEVER at rest. */
  minute: number
}

export const slew = (): Slew => ({ level: 0, target: 0, from: 0, at: 0, moved: 0, minute: NEVER })

const set = (of: Slew, level: number, ts: number): void => {
  if (of.level !== level) of.moved = ts
  of.level = level
}

/** Ends the way where it is. */
export const rest = (of: Slew): void => {
  of.target = of.level
  of.minute = NEVER
}

/** Puts it to `level` at once. */
export const place = (of: Slew, level: number, ts: number): void => {
  set(of, level, ts)
  rest(of)
}

const positionOf = (of: Slew, ts: number, perMinute: number): number => {
  const reach = perMinute === 0 ? Infinity : (perMinute * (ts - of.at)) / MINUTE
  return of.from + clamp(of.target - of.from, -reach, reach)
}

/** Moves it as far as it gets by `ts`. */
export const advance = (of: Slew, ts: number, perMinute: number): void => {
  if (of.minute === NEVER) return
  const position = positionOf(of, ts, perMinute)
  // + 0, because JSON has no −0.
  set(of, of.target >= of.from ? Math.floor(position + 1e-9) : Math.ceil(position - 1e-9) + 0, ts)
  if (of.level === of.target) rest(of)
  else if (of.minute <= ts) of.minute = of.at + (Math.floor((ts - of.at) / MINUTE) + 1) * MINUTE
}

/**
 * Turns to `target`. At rest it may make good the time since it last moved, but no more than a minute of it. Under way it has
 * got as far as its way led towards the new target, so that turning back begins at what is written.
 */
export const steer = (of: Slew, target: number, ts: number, perMinute: number): void => {
  if (target === of.level) {
    rest(of)
    return
  }
  const resting = of.minute === NEVER
  const reached = resting ? of.level : positionOf(of, ts, perMinute)
  of.from = clamp(reached, Math.min(of.level, target), Math.max(of.level, target))
  of.at = resting ? Math.max(of.moved, ts - MINUTE) : ts
  of.target = target
  of.minute = ts
  advance(of, ts, perMinute)
}
