import type { BodyOf } from '@steading/contract/rules/body'
import { minOutputOf } from '@steading/contract/rules/body'
import { clamp, round } from '@steading/contract/round'
import { advanceSlew, jumpTo, stop, createSlew, steerTo } from '../outputs/slew.ts'
import type { Slew } from '../outputs/slew.ts'
import { NEVER, SECOND } from '../values/time.ts'
import { writeGroup, fixedTemplate, measure, outputsOf } from './control.ts'
import type { Controller } from './control.ts'
import { sealTemplate } from './template.ts'

type Body = BodyOf<'PROPORTIONAL'>
type Inputs = Omit<Body['inputs'], keyof Slope>

/** The proportional band: the output range over a range of temperatures. */
export interface Slope {
  /** °C at which the output leaves minOutput. */
  readonly setPoint: number
  /** °C from minOutput to maxOutput. */
  readonly band: number
  /** %; absent: by the mode. Fractional while it is interpolated between days. */
  readonly minOutput?: number | undefined
  readonly maxOutput: number
}

interface Proportional {
  /** The first decision was made. */
  started: boolean
  /** Demanded %, before step and slew; −1: none yet. */
  wish: number
  readonly slew: Slew
  /** Start of the current ventilation cycle; NEVER: no cycles. */
  cycle: number
  /** ms of the current cycle at minSpeed. */
  run: number
  /** Next change between running and pause. */
  phase: number
}

const minOutputAt = ({ mode }: Inputs, { minOutput }: Slope): number => minOutputOf({ mode, minOutput })

const demandAt = (c: Inputs, slope: Slope, t: number): number => {
  const e = c.mode === 'COOL' ? t - slope.setPoint : slope.setPoint - t
  if (c.mode === 'HEAT' && e <= 0) return 0
  const min = minOutputAt(c, slope)
  return round(min + (slope.maxOutput - min) * clamp(e / slope.band, 0, 1), 0)
}

/** Deadband: ignores a change below `step`, unless it reaches an end of the range or switches off. */
const applyStep = (c: Inputs, slope: Slope, wish: number, last: number): number =>
  Math.abs(wish - last) < c.step && wish !== 0 && wish !== round(minOutputAt(c, slope), 0) && wish !== round(slope.maxOutput, 0)
    ? last
    : wish

const regulate = (c: Inputs, slope: Slope, own: Proportional, wish: number, ts: number): void => {
  own.wish = wish
  if (own.started) {
    steerTo(own.slew, applyStep(c, slope, wish, own.slew.level), ts, c.maxSlew)
    return
  }
  own.started = true
  jumpTo(own.slew, wish, ts)
  own.slew.moved = ts
}

/** Below minSpeed, a part of each cycle runs at minSpeed; the part is fixed when the cycle starts. Returns the current %. */
const cycleSpeed = (c: Inputs, own: Proportional, ts: number): number => {
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

const applySafeValue = (c: Inputs, own: Proportional, ts: number): number => {
  const safe = c.safeValue ?? (c.mode === 'COOL' ? 40 : 0)
  own.started = true
  own.wish = -1
  own.cycle = NEVER
  own.phase = NEVER
  jumpTo(own.slew, safe, ts)
  return safe
}

/** A level proportional to the temperature, limited by slew, in ventilation cycles below minSpeed. */
export const proportionalController: Controller<Inputs, Slope, Proportional> = {
  writes: outputsOf,
  initial: () => ({ started: false, wish: -1, slew: createSlew(), cycle: NEVER, run: 0, phase: NEVER }),
  settle: (body, c, slope, state, ts, out) => {
    const { own } = state
    const { t, lost } = measure(c, state)
    if (lost) {
      writeGroup(body, c, state, 0, applySafeValue(c, own, ts), slope.setPoint, ts, 'SAFE_VALUE', out)
      return
    }
    if (!Number.isNaN(t)) {
      const wish = demandAt(c, slope, t)
      if (wish !== own.wish) regulate(c, slope, own, wish, ts)
    }
    if (!own.started) return
    if (own.slew.minute <= ts) advanceSlew(own.slew, ts, c.maxSlew)
    writeGroup(body, c, state, 0, cycleSpeed(c, own, ts), slope.setPoint, ts, 'REGULATION', out)
  },
  next: own => Math.min(own.slew.minute, own.phase),
  restarted: (own, ts) => {
    own.wish = -1
    own.cycle = NEVER
    own.slew.moved = ts
    stop(own.slew)
  },
}

/** 3.3: a percentage that grows with the distance from the set-point. */
export const proportional = sealTemplate<Body, Proportional>(fixedTemplate(proportionalController))
