import type { BodyOf } from '@steading/contract/rulebody'
import { minOutputOf } from '@steading/contract/rulebody'
import { aggregate, allLost } from '../aggregate.ts'
import type { Intent } from '../intent.ts'
import { clamp, round } from '../round.ts'
import { levelAt, nextMinute, rest, steer } from '../slew.ts'
import type { Slew } from '../slew.ts'
import type { State } from '../state.ts'
import { NEVER, SECOND } from '../time.ts'
import { drive, writesOf } from './control.ts'
import { sealed } from './template.ts'

type Body = BodyOf<'PROPORTIONAL'>

interface Proportional extends Slew {
  /** It has decided once. */
  started: boolean
  /** %, what it decided last. */
  y: number
  /** Start of the running cycle; NEVER: it runs without cycles. */
  cycle: number
  /** ms of the running cycle at minSpeed. */
  run: number
  /** Next slew minute or cycle phase. */
  due: number
}

/** % for a temperature, before step and slew. */
const curve = (c: Body['inputs'], t: number): number => {
  const e = c.mode === 'COOL' ? t - c.setPoint : c.setPoint - t
  if (c.mode === 'HEAT' && e <= 0) return 0
  const min = minOutputOf(c)
  return round(min + (c.maxOutput - min) * clamp(e / c.band, 0, 1), 0)
}

/** A change below `step` is left, unless it reaches an end of the range or switches off. */
const stepped = (c: Body['inputs'], y: number, last: number): number =>
  Math.abs(y - last) < c.step && y !== 0 && y !== minOutputOf(c) && y !== c.maxOutput ? last : y

const regulate = (c: Body['inputs'], own: Proportional, t: number, ts: number): void => {
  if (!own.started) {
    own.started = true
    place(own, curve(c, t), ts)
    own.moved = ts
    return
  }
  const y = stepped(c, curve(c, t), own.y)
  if (y === own.y) rest(own, y)
  else if (c.maxSlew === 0) place(own, y, ts)
  else steer(own, own.y, y, ts, c.maxSlew)
}

/** Puts the output to `y` at once. */
const place = (own: Proportional, y: number, ts: number): void => {
  rest(own, y)
  if (own.y !== y) own.moved = ts
  own.y = y
}

/** Moves the output as far as the slew allows. */
const move = (c: Body['inputs'], own: Proportional, ts: number): void => {
  if (c.maxSlew === 0 || own.y === own.target) return
  const y = levelAt(own, ts, c.maxSlew)
  if (y !== own.y) own.moved = ts
  own.y = y
  if (y !== own.target) own.due = nextMinute(own, ts)
}

/** Below minSpeed a part of each cycle runs at minSpeed; the share is fixed as the cycle begins. Answers the % now. */
const phase = (c: Body['inputs'], own: Proportional, ts: number): number => {
  if (c.cycleTime === 0 || own.y <= 0 || own.y >= c.minSpeed) {
    own.cycle = NEVER
    return own.y
  }
  const length = c.cycleTime * SECOND
  if (own.cycle === NEVER || ts >= own.cycle + length) {
    own.cycle = ts
    own.run = round((c.cycleTime * own.y) / c.minSpeed, 0) * SECOND
  }
  const running = ts < own.cycle + own.run
  own.due = Math.min(own.due, own.cycle + (running ? own.run : length))
  return running ? c.minSpeed : 0
}

const settle = (body: Body, state: State<Proportional>, ts: number, _limit: number, out: Intent[]): void => {
  const { inputs: c } = body
  const { own } = state
  const t = aggregate(c.aggregation, state.inputs, c.sensors.length)
  own.due = NEVER
  if (Number.isNaN(t) && allLost(state.inputs, c.sensors.length)) {
    const safe = c.safeValue ?? (c.mode === 'COOL' ? 40 : 0)
    own.started = true
    place(own, safe, ts)
    own.cycle = NEVER
    drive(body, c, state, safe, c.setPoint, ts, 'SAFE_VALUE', out)
    return
  }
  if (!Number.isNaN(t)) regulate(c, own, t, ts)
  if (!own.started) return
  move(c, own, ts)
  drive(body, c, state, phase(c, own, ts), c.setPoint, ts, 'REGULATION', out)
}

/** 3.3: a percentage that grows with the distance from the set-point. */
export const proportional = sealed<Body, Proportional>({
  reads: body => body.inputs.sensors,
  sensors: body => body.inputs.sensors.length,
  writes: body => writesOf(body.inputs),
  staleAfter: body => body.inputs.staleAfter * SECOND,
  initial: () => ({ started: false, y: 0, from: 0, at: 0, target: 0, moved: 0, cycle: NEVER, run: 0, due: NEVER }),
  settle,
  next: (_body, state) => state.own.due,
  restarted: (_body, { own }, ts) => {
    own.cycle = NEVER
    own.moved = ts
    rest(own, own.y)
  },
})
