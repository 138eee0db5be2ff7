import { compare } from '../values/compare.ts'
import { NEVER, SECOND } from '../values/time.ts'

/** Two-point controller: on or off around a set-point, with minimum times on and off. */
export interface Relay {
  on: boolean
  /** The first decision was made. */
  started: boolean
  /** Instant of the last change; −1: never changed, so no minimum time applies. */
  since: number
  /** When a deferred change may happen. */
  wait: number
}

export interface SetPoint {
  /** °C, the satisfied temperature. */
  readonly setPoint: number
  /** °C from the set-point at which it switches on. */
  readonly differential: number
}

/** Minimum times, s. */
interface Times {
  readonly minOn: number
  readonly minOff: number
}

export const createRelay = (): Relay => ({ on: false, started: false, since: -1, wait: NEVER })

/** Hysteresis: demands on at a differential from the set-point, until the set-point is reached. */
export const isDemanded = (mode: 'COOL' | 'HEAT', t: number, { setPoint, differential }: SetPoint, now: boolean): boolean =>
  mode === 'COOL'
    ? compare(t, 'GREATER_EQUAL', setPoint + differential) || (now && compare(t, 'GREATER', setPoint))
    : compare(t, 'LESS_EQUAL', setPoint - differential) || (now && compare(t, 'LESS', setPoint))

/** Starts from the known output, so that a deployment alone switches nothing. */
export const startAs = (relay: Relay, on: boolean): void => {
  relay.started = true
  relay.on = on
}

/** Switches at once, regardless of the minimum times. */
export const switchRelay = (relay: Relay, on: boolean, ts: number): void => {
  relay.started = true
  if (relay.on === on) return
  relay.on = on
  relay.since = ts
}

/** When the minimum times allow a change. */
export const switchAllowedAt = (relay: Relay, { minOn, minOff }: Times): number =>
  relay.since === -1 ? -1 : relay.since + (relay.on ? minOn : minOff) * SECOND

/** Switches now if `ts` has reached `free`, else defers the change until then. */
export const requestSwitch = (relay: Relay, on: boolean, free: number, ts: number): void => {
  if (ts >= free) switchRelay(relay, on, ts)
  else if (on !== relay.on) relay.wait = free
}
