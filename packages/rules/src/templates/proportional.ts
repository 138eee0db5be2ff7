import type { BodyOf } from '@steading/contract/rulebody'
import { minOutputOf } from '@steading/contract/rulebody'
import { clamp, round } from '../round.ts'
import { advance, place, rest, slew, steer } from '../slew.ts'
import type { Slew } from '../slew.ts'
import { NEVER, SECOND } from '../time.ts'
import { drive, fixed, measure, outputsOf } from './control.ts'
import type { Controller } from './control.ts'
import { sealed } from './template.ts'

type Body = BodyOf<'PROPORTIONAL'>
type Inputs = Omit<Body['inputs'], keyof Slope>

/** From which output to which over which temperatures. */
export interface Slope {
  /** °C at which the output leaves minOutput. */
  readonly setPoint: number
  /** °C from minOutput to maxOutput. */
  readonly band: number
  /** %; left out: by the mode. A share of one while it moves from day to day. */
  readonly minOutput?: number | undefined
  readonly maxOutput: number
}

interface Proportional {
  /** It has decided once. */
  started: boolean
  /** % that the temperature asks for, before step and slew; −1: not asked yet. */
  wish: number
  readonly slew: Slew
  /** Start of the running cycle; NEVER: it runs without cycles. */
  cycle: number
  /** ms of the running cycle at minSpeed. */
  run: number
  /** Next change of phase. */
  phase: number
}

const lowest = ({ mode }: Inputs, { minOutput }: Slope): number => minOutputOf({ mode, minOutput })

const wishFor = (c: Inputs, of: Slope, t: number): number => {
  const e = c.mode === 'COOL' ? t - of.setPoint : of.setPoint - t
  if (c.mode === 'HEAT' && e <= 0) return 0
  const min = lowest(c, of)
  return round(min + (of.maxOutput - min) * clamp(e / of.band, 0, 1), 0)
}

/** A change below `step` is left, unless it reaches an end of the range or switches off. */
const stepped = (c: Inputs, of: Slope, wish: number, last: number): number =>
  Math.abs(wish - last) < c.step && wish !== 0 && wish !== round(lowest(c, of), 0) && wish !== round(of.maxOutput, 0)
    ? last
    : wish

const regulate = (c: Inputs, of: Slope, own: Proportional, wish: number, ts: number): void => {
  own.wish = wish
  if (own.started) {
    steer(own.slew, stepped(c, of, wish, own.slew.level), ts, c.maxSlew)
    return
  }
  own.started = true
  place(own.slew, wish, ts)
  own.slew.moved = ts
}

/** Below minSpeed a part of each cycle runs at minSpeed; the share is fixed as the cycle begins. Answers the % now. */
const speed = (c: Inputs, own: Proportional, ts: number): number => {
  const { level } = own.slew
  own.phase = NEVER
  if (c.cycleTime === 0 || level <= 0 || level >= c.minSpeed) {
    own.cycle = NEVER
    return level
  }
  const length = c.cycleTime * SECOND
  if (own.cycle === NEVER || ts >= own.cycle + length) {
    own.cycle = ts
    own.run = round((c.cycleTime * level) / c.minSpeed, 0) * SECOND
  }
  const running = ts < own.cycle + own.run
  own.phase = own.cycle + (running ? own.run : length)
  return running ? c.minSpeed : 0
}

const beSafe = (c: Inputs, own: Proportional, ts: number): number => {
  const safe = c.safeValue ?? (c.mode === 'COOL' ? 40 : 0)
  own.started = true
  own.wish = -1
  own.cycle = NEVER
  own.phase = NEVER
  place(own.slew, safe, ts)
  return safe
}

/** A level that follows the temperature, no faster than its slew, in cycles where it is too low to run on. */
export const sloped: Controller<Inputs, Slope, Proportional> = {
  writes: outputsOf,
  initial: () => ({ started: false, wish: -1, slew: slew(), cycle: NEVER, run: 0, phase: NEVER }),
  settle: (body, c, of, state, ts, out) => {
    const { own } = state
    const { t, lost } = measure(c, state)
    if (lost) {
      drive(body, c, state, 0, beSafe(c, own, ts), of.setPoint, ts, 'SAFE_VALUE', out)
      return
    }
    if (!Number.isNaN(t)) {
      const wish = wishFor(c, of, t)
      if (wish !== own.wish) regulate(c, of, own, wish, ts)
    }
    if (!own.started) return
    if (own.slew.minute <= ts) advance(own.slew, ts, c.maxSlew)
    drive(body, c, state, 0, speed(c, own, ts), of.setPoint, ts, 'REGULATION', out)
  },
  next: own => Math.min(own.slew.minute, own.phase),
  restarted: (own, ts) => {
    own.wish = -1
    own.cycle = NEVER
    own.slew.moved = ts
    rest(own.slew)
  },
}

/** 3.3: a percentage that grows with the distance from the set-point. */
export const proportional = sealed<Body, Proportional>(fixed(sloped))
