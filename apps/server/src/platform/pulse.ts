import { HEARTBEAT_STAGES } from '@steading/contract/heartbeat'
import type { HeartbeatStage } from '@steading/contract/heartbeat'
import type { Clock } from './clock.ts'

/** The box whose readings are heartbeats. */
export interface PulseBox {
  readonly terminalId: string
  readonly interfaceId: number
  /** Of the root, where it stands. */
  readonly entityId: string
}

/** A beat that has not come through in so long is worth nothing any more, ms. */
export const STALE = 60_000
/** Its name on the wire; no terminal of anybody's can have it. */
export const PULSE_UID = 'steadingheartbeat'

/**
 * Where heartbeats were seen, each by the number of its reading. Kept in memory alone, so that knowing it needs nothing that
 * could stand still; times on the clock that no change moves.
 */
export interface Pulse {
  box(): PulseBox | undefined
  /** The box is there: what it sends counts from here. */
  begin(box: PulseBox): void
  /** The box lives; with a number: it sends this beat. */
  beat(number?: number): void
  seen(stage: HeartbeatStage, number: number): void
  /** Was this beat sent by this program, and not long ago? */
  isFresh(number: number): boolean
  /** When the newest beat that a stage saw was sent, ms; undefined: it saw none. */
  lastOf(stage: HeartbeatStage): number | undefined
  /** Messages wait and no open channel gets any out: until one does, nobody outside is to be told that all is well. */
  isMute(): boolean
  mute(is: boolean): void
}

/** Beats that are remembered. */
const MOST = 32

export function pulse(clock: Pick<Clock, 'mono'>): Pulse {
  const sent = new Map<number, number>()
  const last = new Map<HeartbeatStage, number>()
  let box: PulseBox | undefined
  let mute = false

  const note = (stage: HeartbeatStage, at: number) => last.set(stage, Math.max(at, last.get(stage) ?? -Infinity))
  return {
    box: () => box,
    begin: made => void (box = made),
    beat(number) {
      note(HEARTBEAT_STAGES[0], clock.mono())
      if (number === undefined) return
      sent.set(number, clock.mono())
      for (const old of sent.keys()) if (sent.size > MOST) sent.delete(old)
    },
    seen(stage, number) {
      const at = sent.get(number)
      if (at !== undefined) note(stage, at)
    },
    isFresh: number => clock.mono() - (sent.get(number) ?? -Infinity) < STALE,
    lastOf: stage => last.get(stage),
    isMute: () => mute,
    mute: is => void (mute = is),
  }
}
