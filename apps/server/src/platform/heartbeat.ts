import { HEARTBEAT_STAGES } from '@steading/contract/events/heartbeat'
import type { HeartbeatStage } from '@steading/contract/events/heartbeat'
import type { Clock } from './time/clock.ts'

/** The box whose readings are heartbeats. */
export interface HeartbeatBox {
  readonly terminalId: string
  readonly interfaceId: number
  /** Of the root, where it stands. */
  readonly entityId: string
}

/** A heartbeat expires after this time, ms. */
export const HEARTBEAT_EXPIRES = 60_000
/** MQTT uid of the heartbeat box; no terminal can have it. */
export const HEARTBEAT_UID = 'steadingheartbeat'

/**
 * Records where heartbeats were seen, each by the number of its reading. In memory only: it depends on nothing that could stall.
 * Times are monotonic.
 */
export interface HeartbeatRecorder {
  box(): HeartbeatBox | undefined
  /** The heartbeat box is connected; its heartbeats count from now on. */
  begin(box: HeartbeatBox): void
  /** The box is alive; with a number: it sends this heartbeat. */
  beat(number?: number): void
  seen(stage: HeartbeatStage, number: number): void
  /** Was this heartbeat sent by this process and has not expired? */
  isFresh(number: number): boolean
  /** When the newest heartbeat that a stage saw was sent, monotonic ms; undefined: it saw none. */
  lastOf(stage: HeartbeatStage): number | undefined
  /** Muted: messages wait and no channel delivers, so the external watchdog must not be called. */
  isMute(): boolean
  mute(is: boolean): void
}

/** Heartbeats that are remembered. */
const MAX_REMEMBERED = 32

export function createHeartbeatRecorder(clock: Pick<Clock, 'mono'>): HeartbeatRecorder {
  const sent = new Map<number, number>()
  const last = new Map<HeartbeatStage, number>()
  let box: HeartbeatBox | undefined
  let mute = false

  const note = (stage: HeartbeatStage, at: number) => last.set(stage, Math.max(at, last.get(stage) ?? -Infinity))
  return {
    box: () => box,
    begin: heartbeatBox => void (box = heartbeatBox),
    beat(number) {
      note(HEARTBEAT_STAGES[0], clock.mono())
      if (number === undefined) return
      sent.set(number, clock.mono())
      for (const old of sent.keys()) if (sent.size > MAX_REMEMBERED) sent.delete(old)
    },
    seen(stage, number) {
      const at = sent.get(number)
      if (at !== undefined) note(stage, at)
    },
    isFresh: number => clock.mono() - (sent.get(number) ?? -Infinity) < HEARTBEAT_EXPIRES,
    lastOf: stage => last.get(stage),
    isMute: () => mute,
    mute: is => void (mute = is),
  }
}
