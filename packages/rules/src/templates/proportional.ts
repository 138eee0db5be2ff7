import type { BodyOf } from '@steading/contract/rulebody'
import { minOutputOf } from '@steading/contract/rulebody'
import { aggregate, allLost } from '../aggregate.ts'
import type { Intent } from '../intent.ts'
import { clamp, round } from '../round.ts'
import { advance, place, rest, slew, steer } from '../slew.ts'
import type { Slew } from '../slew.ts'
import type { State } from '../state.ts'
import { NEVER, SECOND } from '../time.ts'
import { drive, outputsOf } from './control.ts'
import { sealed } from './template.ts'

type Body = BodyOf<'PROPORTIONAL'>
type Inputs = Body['inputs']

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

const wishFor = (c: Inputs, t: number): number => {
  const e = c.mode === 'COOL' ? t - c.setPoint : c.setPoint - t
  if (c.mode === 'HEAT' && e <= 0) return 0
  const min = minOutputOf(c)
  return round(min + (c.maxOutput - min) * clamp(e / c.band, 0, 1), 0)
}

/** A change below `step` is left, unless it reaches an end of the range or switches off. */
const stepped = (c: Inputs, wish: number, last: number): number =>
  Math.abs(wish - last) < c.step && wish !== 0 && wish !== minOutputOf(c) && wish !== c.maxOutput ? last : wish

const regulate = (c: Inputs, own: Proportional, wish: number, ts: number): void => {
  own.wish = wish
  if (own.started) {
    steer(own.slew, stepped(c, wish, own.slew.level), ts, c.maxSlew)
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

const settle = (body: Body, state: State<Proportional>, ts: number, _limit: number, out: Intent[]): void => {
  const { inputs: c } = body
  const { own } = state
  const t = aggregate(c.aggregation, state.inputs, c.sensors.length)
  const lost = Number.isNaN(t) && allLost(state.inputs, c.sensors.length)
  if (lost) {
    drive(body, c, state, beSafe(c, own, ts), c.setPoint, ts, 'SAFE_VALUE', out)
    return
  }
  if (!Number.isNaN(t)) {
    const wish = wishFor(c, t)
    if (wish !== own.wish) regulate(c, own, wish, ts)
  }
  if (!own.started) return
  if (own.slew.minute <= ts) advance(own.slew, ts, c.maxSlew)
  drive(body, c, state, speed(c, own, ts), c.setPoint, ts, 'REGULATION', out)
}

/** 3.3: a percentage that grows with the distance from the set-point. */
export const proportional = sealed<Body, Proportional>({
  reads: body => body.inputs.sensors,
  sensors: body => body.inputs.sensors.length,
  writes: body => outputsOf(body.inputs),
  staleAfter: body => body.inputs.staleAfter * SECOND,
  initial: () => ({ started: false, wish: -1, slew: slew(), cycle: NEVER, run: 0, phase: NEVER }),
  settle,
  next: (_body, { own }) => Math.min(own.slew.minute, own.phase),
  restarted: (_body, { own }, ts) => {
    own.wish = -1
    own.cycle = NEVER
    own.slew.moved = ts
    rest(own.slew)
  },
})
