import { HEARTBEAT_STAGES } from '@steading/contract/events/heartbeat'
import type { HeartbeatStage } from '@steading/contract/events/heartbeat'
import type { World } from '../platform/world.ts'
import type { Times } from './times.ts'

/** What is known of each stage, from memory alone. */
export interface Stages {
  /** Looks, and answers which stage holds up the others; undefined: all work, or nothing can be known yet. */
  look(): HeartbeatStage | undefined
  isSilent(stage: HeartbeatStage): boolean
  /**
   * Has it seen a beat so lately that what was wrong is over? Not the same as not being silent: after a start nothing is known, and
   * what is seen again is old at first.
   */
  isWell(stage: HeartbeatStage): boolean
  /** Nothing could be known until now: the first beats have their time again. */
  begin(): void
}

export function stages({ clock, heartbeat }: Pick<World, 'clock' | 'heartbeat'>, { silent, first }: Times): Stages {
  /** Far longer than a turn of ours takes: the whole program stood still, and nobody knows what it missed. */
  const stoodStill = silent / 2
  /** A beat that gets through again passes the stages after it in less. */
  const passes = silent / 2
  let from = clock.mono()
  let looked = clock.mono()
  /** Since when each stage works, as far as it does. */
  const worksSince = new Map<HeartbeatStage, number>()

  const begin = () => {
    from = clock.mono() + first - silent
    worksSince.clear()
  }
  /** Nobody calls outside while no message gets out. */
  const isHeld = (stage: HeartbeatStage) => stage === 'PROVIDER' && heartbeat.isMute()
  const isSilent = (stage: HeartbeatStage) =>
    isHeld(stage) || clock.mono() - Math.max(heartbeat.lastOf(stage) ?? -Infinity, from) >= silent
  const age = (stage: HeartbeatStage) => clock.mono() - (heartbeat.lastOf(stage) ?? -Infinity)
  const works = (stage: HeartbeatStage) => age(stage) < silent
  const isWell = (stage: HeartbeatStage) => age(stage) < silent / 2
  begin()

  return {
    isSilent,
    isWell,
    begin,
    look() {
      const now = clock.mono()
      if (now - looked > stoodStill) begin()
      looked = now
      for (const stage of HEARTBEAT_STAGES)
        // The call outside is not to blame for messages that get out nowhere: what held it up is the outbox.
        if (!works(stage) || (stage === 'OUTBOX' && heartbeat.isMute())) worksSince.delete(stage)
        else if (!worksSince.has(stage)) worksSince.set(stage, now)
      const at = HEARTBEAT_STAGES.findIndex(isSilent)
      const before = HEARTBEAT_STAGES[at - 1]
      // What comes through again needs a moment for the rest of the path.
      const isOwn = before === undefined || now - (worksSince.get(before) ?? now) >= passes
      return isOwn ? HEARTBEAT_STAGES[at] : undefined
    },
  }
}
