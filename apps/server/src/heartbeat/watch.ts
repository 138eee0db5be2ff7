import type { Events } from '../events/index.ts'
import type { Outbox } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import { every } from '../platform/every.ts'
import type { Part, World } from '../platform/world.ts'
import { CHANNELS } from '@steading/contract/outbox'
import { HEARTBEAT_STAGES } from '@steading/contract/heartbeat'
import type { HeartbeatStage } from '@steading/contract/heartbeat'
import { channelTrouble, directNotice, stageTrouble } from './alarm.ts'
import type { Stalled } from './alarm.ts'
import { forgetTold, noteTold, toldAt } from './heartbeat.sql.ts'
import type { Stages } from './stages.ts'
import type { Times } from './times.ts'

const system = systemActor('heartbeat')
/** Of these the outbox can tell. */
const BEFORE_OUTBOX: ReadonlySet<HeartbeatStage> = new Set(['BOX', 'BROKER', 'INGEST', 'RULES'])

type People = Awaited<ReturnType<Outbox['reached']>>

/**
 * Looks whether heartbeats come through, and tells people where they stop. What it knows is in memory: neither broker, rules nor
 * outbox are needed for it, and without the database it still tells whoever was in charge when that last answered.
 */
export function watch(
  world: World,
  stages: Stages,
  outbox: Pick<Outbox, 'reached' | 'direct' | 'stalled' | 'isUnheard'>,
  events: Pick<Events, 'raise' | 'over'>,
  times: Times,
): Part {
  const { db, clock, config, pulse, log } = world
  /** A database that took longer for an answer was away. */
  const patience = times.silent / 2
  let timer: NodeJS.Timeout | undefined
  let people: People = []
  let startedAt = clock.mono()
  /** When the database last answered; since when it does, after a time without. */
  let answeredAt = clock.mono()
  let isAway = false
  let toldOfDatabase = -Infinity
  let telling: Promise<unknown> = Promise.resolve()

  const since = (stage: HeartbeatStage) => new Date(clock.now() - (clock.mono() - (pulse.lastOf(stage) ?? startedAt)))

  /** Tells everybody past the outbox; answers whether anybody heard. */
  async function tell(stage: Stalled, from: Date) {
    log.error({ stage, since: from }, 'the path of alarms stands still')
    return (await outbox.direct(people, directNotice(config, stage, from, new Date(clock.now())))) > 0
  }

  /** Without the database: looks at the clock and at memory alone. */
  function lookAlone() {
    const stage = stages.look()
    if (stage === undefined || clock.mono() - answeredAt < times.silent || clock.mono() - toldOfDatabase < times.again) return
    toldOfDatabase = clock.mono()
    telling = tell('DATABASE', new Date(clock.now() - (clock.mono() - answeredAt))).catch((error: unknown) =>
      log.error({ err: error }, 'nobody could be told'),
    )
  }

  const withDatabase = every(world, 'heartbeat', times.look, async () => {
    const asked = clock.mono()
    try {
      const stage = await db.work(system, async work => {
        const box = pulse.box()
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
  async function attend(work: Work, rootId: string): Promise<HeartbeatStage | undefined> {
    const stage = stages.look()
    for (const one of BEFORE_OUTBOX) if (stages.isWell(one)) await events.over(work, `heartbeat:${one}`)
    if (stage !== undefined && BEFORE_OUTBOX.has(stage))
      await events.raise(work, stageTrouble(stage, rootId, work.now, since(stage).getTime()))
    const working = HEARTBEAT_STAGES.filter(one => stages.isWell(one))
    await forgetTold(work, working, new Date(work.now.getTime() - times.over))
    await attendChannels(work, rootId)
    return stage !== undefined && !BEFORE_OUTBOX.has(stage) ? stage : undefined
  }

  async function attendChannels(work: Work, rootId: string) {
    const since = new Date(work.now.getTime() - times.channel)
    const stalled = await outbox.stalled(work, since, people)
    const isDead = stalled.length > 0 && stalled.every(one => one.by === null)
    const isMute = isDead || (await outbox.isUnheard(work, since))
    if (isMute && !pulse.isMute())
      log.error({ channels: stalled.map(one => one.channel) }, 'no channel gets a message out, or none of a CRITICAL alarm')
    // Also right after a start: whoever is outside is not to be calmed by it.
    pulse.mute(isMute)
    if (clock.mono() - startedAt < times.first) return
    for (const channel of CHANNELS) {
      const found = stalled.find(one => one.channel === channel)
      if (found) await events.raise(work, channelTrouble(channel, found.by, rootId, work.now))
      else await events.over(work, `channel:${channel}`)
    }
  }

  /** Once an hour while it lasts, also across restarts. */
  async function tellOnce(stage: HeartbeatStage) {
    const told = await db.work(system, work => toldAt(work, stage))
    if (told && clock.now() - told.getTime() < times.again) return
    if (await tell(stage, since(stage))) await db.work(system, work => noteTold(work, stage))
  }

  return {
    name: 'heartbeat',
    async start() {
      startedAt = clock.mono()
      answeredAt = clock.mono()
      stages.begin()
      timer = setInterval(lookAlone, times.look)
      await withDatabase.start()
    },
    async stop() {
      clearInterval(timer)
      await withDatabase.stop()
      await telling
    },
    health() {
      if (!pulse.box()) return { ok: true, detail: 'no tree yet' }
      const stalled = HEARTBEAT_STAGES.find(one => stages.isSilent(one))
      if (stalled === 'PROVIDER' && pulse.isMute())
        return { ok: false, detail: 'messages wait and no open channel gets any out', stalled, code: 'mute' }
      return stalled ? { ok: false, detail: `${stalled} is silent`, stalled } : { ok: true, detail: 'beating' }
    },
  }
}
