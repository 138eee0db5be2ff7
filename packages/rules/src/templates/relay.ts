import { compare } from '../compare.ts'
import { NEVER, SECOND } from '../time.ts'

/** On or off around a set-point, no more often than its shortest times allow: what thermostats are made of. */
export interface Relay {
  on: boolean
  /** It has decided once. */
  started: boolean
  /** Instant of the last change; −1: never changed, so that no minimum time binds. */
  since: number
  /** When a change that must wait may happen. */
  wait: number
}

export interface SetPoint {
  /** °C, the satisfied temperature. */
  readonly setPoint: number
  /** °C away from it at which it switches on. */
  readonly differential: number
}

/** Shortest times, s. */
interface Times {
  readonly minOn: number
  readonly minOff: number
}

export const relay = (): Relay => ({ on: false, started: false, since: -1, wait: NEVER })

/** On from a differential away, until the set-point is reached. */
export const wanted = (mode: 'COOL' | 'HEAT', t: number, { setPoint, differential }: SetPoint, now: boolean): boolean =>
  mode === 'COOL'
    ? compare(t, 'GREATER_EQUAL', setPoint + differential) || (now && compare(t, 'GREATER', setPoint))
    : compare(t, 'LESS_EQUAL', setPoint - differential) || (now && compare(t, 'LESS', setPoint))

/** Goes on from what is known to be so, so that a deployment alone switches nothing. */
export const start = (of: Relay, on: boolean): void => {
  of.started = true
  of.on = on
}

/** Changes at once, whatever the times. */
export const turn = (of: Relay, on: boolean, ts: number): void => {
  of.started = true
  if (of.on === on) return
  of.on = on
  of.since = ts
}

/** When its shortest times allow a change. */
export const freeAt = (of: Relay, { minOn, minOff }: Times): number =>
  of.since === -1 ? -1 : of.since + (of.on ? minOn : minOff) * SECOND

/** Changes now if it is `free`, else it waits until then. */
export const move = (of: Relay, on: boolean, free: number, ts: number): void => {
  if (ts >= free) turn(of, on, ts)
  else if (on !== of.on) of.wait = free
}
