import type { Events } from '../events/index.ts'
import { stalledPathTemplate } from '../outbox/index.ts'
import type { Outbox, StalledPathValues } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { createPeriodicTask } from '../platform/periodicTask.ts'
import type { PeriodicTask } from '../platform/periodicTask.ts'
import type { Part } from '../platform/part.ts'
import { every } from '../platform/time/clock.ts'
import type { World } from '../platform/world.ts'
import { CHANNELS } from '@steading/contract/events/outbox'
import { HEARTBEAT_STAGES } from '@steading/contract/events/heartbeat'
import type { HeartbeatStage } from '@steading/contract/events/heartbeat'
import { channelTrouble, stageTrouble } from './alarm.ts'
import { forgetTold, noteTold, toldAt } from './heartbeat.sql.ts'
import type { Stages } from './stages.ts'
import type { Times } from './times.ts'

const system = systemActor('heartbeat')
/** Of these the outbox can tell. */
const BEFORE_OUTBOX: ReadonlySet<HeartbeatStage> = new Set(['BOX', 'BROKER', 'INGEST', 'RULES'])

/** `idle` resolves when no look is in progress. */
export type Watch = Part & Pick<PeriodicTask, 'idle'>

type People = Awaited<ReturnType<Outbox['reached']>>

/**
 * Looks whether heartbeats come through, and tells people where they stop. What it knows is in memory: neither broker, rules nor
 * outbox are needed for it, and without the database it still tells whoever was in charge when that last answered.
 */
export function watch(
  world: World,
  stages: Stages,
  outbox: Pick<Outbox, 'reached' | 'notifyNow' | 'stalled' | 'isUnheard'>,
  events: Pick<Events, 'raise' | 'resolve'>,
  times: Times,
): Watch {
  const { db, clock, heartbeat, log } = world
  /** A database that took longer for an answer was away. */
  const patience = times.silent / 2
  let stopLooking = () => {}
  let people: People = []
  let startedAt = clock.mono()
  /** When the database last answered; since when it does, after a time without. */
  let answeredAt = clock.mono()
  let isAway = false
  let toldOfDatabase = -Infinity
  let telling: Promise<unknown> = Promise.resolve()

  const since = (stage: HeartbeatStage) => new Date(clock.now() - (clock.mono() - (heartbeat.lastOf(stage) ?? startedAt)))

  /** Notifies the people in charge past the queue; answers whether anybody is reached. */
  async function tell(stage: StalledPathValues['stage'], from: Date) {
    log.error({ stage, since: from }, 'alarm path stalled, notifying the people in charge directly')
    const reached = await outbox.notifyNow({
      recipients: { kind: 'PEOPLE', people },
      template: stalledPathTemplate,
      values: { stage, since: from.getTime() },
      dedupeKey: `heartbeat|${stage}|${clock.now()}`,
    })
    return reached > 0
  }

  /** Without the database: looks at the clock and at memory alone. */
  function lookAlone() {
    const stage = stages.look()
    if (stage === undefined || clock.mono() - answeredAt < times.silent || clock.mono() - toldOfDatabase < times.again) return
    toldOfDatabase = clock.mono()
    telling = tell('DATABASE', new Date(clock.now() - (clock.mono() - answeredAt))).catch((error: unknown) =>
      log.error({ err: error }, 'database outage notice not sent, retrying at the next check'),
    )
  }

  const withDatabase = createPeriodicTask(world, 'heartbeat', times.look, async () => {
    const asked = clock.mono()
    try {
      const stage = await db.work(system, async work => {
        const box = heartbeat.box()
        if (box) people = await outbox.reached(work, box.entityId)
        const now = clock.mono()
        // What was silent while nothing could be stored, or nobody was there to beat, says nothing: the first beats have their time again.
        if (!box || isAway || now - asked > patience || now - answeredAt > times.silent) stages.begin()
        isAway = false
        if (now - toldOfDatabase > times.over) toldOfDatabase = -Infinity
        answeredAt = now
        return box && attend(work, box.entityId)
      })
      if (stage) await tellOnce(stage)
    } catch (error) {
      isAway = true
      throw error
    }
  })

  /** Opens and closes events of what the outbox can tell; answers the stage that is to be told past it. */
  async function attend(work: UnitOfWork, rootId: string): Promise<HeartbeatStage | undefined> {
    // Both of one moment: a stage that works again meanwhile must not be closed and opened anew.
    const stage = stages.look()
    const working = HEARTBEAT_STAGES.filter(one => stages.isWell(one))
    for (const one of working) if (BEFORE_OUTBOX.has(one)) await events.resolve(work, { problem: 'STAGE_SILENT', subjectId: one })
    if (stage !== undefined && BEFORE_OUTBOX.has(stage))
      await events.raise(work, stageTrouble(stage, rootId, work.now, since(stage).getTime()))
    await forgetTold(work, working, new Date(work.now.getTime() - times.over))
    await attendChannels(work, rootId)
    return stage !== undefined && !BEFORE_OUTBOX.has(stage) ? stage : undefined
  }

  async function attendChannels(work: UnitOfWork, rootId: string) {
    const since = new Date(work.now.getTime() - times.channel)
    const stalled = await outbox.stalled(work, since, people)
    const isDead = stalled.length > 0 && stalled.every(one => one.by === null)
    const isMute = isDead || (await outbox.isUnheard(work, since))
    if (isMute && !heartbeat.isMute())
      log.error(
        { channels: stalled.map(one => one.channel) },
        'no channel delivers messages, or none of a critical alarm; external heartbeat suspended',
      )
    // Also right after a start: whoever is outside is not to be calmed by it.
    heartbeat.mute(isMute)
    if (clock.mono() - startedAt < times.first) return
    for (const channel of CHANNELS) {
      const found = stalled.find(one => one.channel === channel)
      if (found) await events.raise(work, channelTrouble(channel, found.by, rootId, work.now))
      else await events.resolve(work, { problem: 'CHANNEL_STALLED', subjectId: channel })
    }
  }

  /** Once an hour while it lasts, also across restarts. */
  async function tellOnce(stage: HeartbeatStage) {
    const notifiedAt = await db.work(system, work => toldAt(work, stage))
    if (notifiedAt && clock.now() - notifiedAt.getTime() < times.again) return
    if (await tell(stage, since(stage))) await db.work(system, work => noteTold(work, stage))
  }

  return {
    name: 'heartbeat',
    async start() {
      startedAt = clock.mono()
      answeredAt = clock.mono()
      stages.begin()
      stopLooking = every(clock, times.look, lookAlone)
      await withDatabase.start()
    },
    async stop() {
      stopLooking()
      await withDatabase.stop()
      await telling
    },
    idle: withDatabase.idle,
    health() {
      if (!heartbeat.box()) return { ok: true, detail: 'no tree yet' }
      const stalled = HEARTBEAT_STAGES.find(one => stages.isSilent(one))
      if (stalled === 'PROVIDER' && heartbeat.isMute())
        return { ok: false, detail: 'messages wait and no open channel gets any out', stalled, code: 'mute' }
      return stalled ? { ok: false, detail: `${stalled} is silent`, stalled } : { ok: true, detail: 'beating' }
    },
  }
}
