import { DRILL_WITHIN } from '@steading/contract/events/drills'
import type { DrillStage } from '@steading/contract/events/drills'
import { camel } from '@steading/locales/camel'
import type { Events, BoxEffect } from '../events/index.ts'
import { drillTemplate } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { createPeriodicTask } from '../platform/periodicTask.ts'
import type { Part } from '../platform/part.ts'
import type { World } from '../platform/world.ts'
import { ANSWER_WITHIN } from './begin.ts'
import type { Neighbours } from './begin.ts'
import { insertDrill, insertPeople, lockRunning, setDrill, waitingDrills } from './drills.sql.ts'
import type { RunningDrill } from './drills.sql.ts'
import { dueHouses } from './houses.sql.ts'

const system = systemActor('drills')
const LOOK = 2_000
/** Drills that one turn goes on with. */
const MOST = 200
/** What was planned so long ago is not made good: the next one comes in a week, ms. */
const MISSED_AFTER = 5 * 60_000

/** The key of a drill: on the way to the box and back. */
const keyOf = (id: string) => `drill:${id}`
const idIn = (key: unknown) => (typeof key === 'string' ? /^drill:([1-9]\d{0,17})$/.exec(key)?.[1] : undefined)

export interface Runner {
  readonly part: Part
  wake(): void
}

/** Leads each drill from stage to stage: what is to be done next stands in its row, so that a restart changes nothing. */
export function runner(
  world: World,
  { devices, outbox, events }: Neighbours & { readonly events: Pick<Events, 'raise' | 'resolve' | 'onEffect'> },
): Runner {
  const { db, bus, config, log } = world

  async function fail(work: UnitOfWork, drill: RunningDrill, stage: DrillStage, reason: string | null = null) {
    await setDrill(work, drill.id, { state: 'FAILED', stage, reason, endedAt: work.now })
    const wording = { key: `drill.failed.${camel(stage)}` as const, values: {} }
    await events.raise(work, {
      problem: 'DRILL_FAILED',
      subjectId: drill.id,
      entityId: drill.entity_id,
      severity: 'MAJOR',
      at: work.now,
      wording,
      fact: wording,
      actions: null,
    })
  }

  async function pass(work: UnitOfWork, drill: RunningDrill) {
    await setDrill(work, drill.id, { state: 'PASSED', endedAt: work.now })
    await events.resolve(work, { problem: 'DRILL_FAILED', entityId: drill.entity_id })
  }

  async function order(work: UnitOfWork, drill: RunningDrill) {
    if (drill.terminal_id === null) return fail(work, drill, 'NO_BOX')
    const recipients = await outbox.preview(work, { kind: 'ON_DUTY', entityId: drill.entity_id })
    if (recipients.length === 0) return fail(work, drill, 'NOBODY')
    const refusal = await devices.orderDrill(work, drill.terminal_id, keyOf(drill.id))
    if (refusal) return fail(work, drill, refusal.stage, refusal.why)
    await setDrill(work, drill.id, { state: 'ORDERED', dueAt: new Date(work.now.getTime() + ANSWER_WITHIN) })
  }

  async function goOn(work: UnitOfWork, id: string) {
    const drill = await lockRunning(work, id)
    if (!drill) return
    const isOverdue = drill.due_at <= work.now
    if (drill.state === 'NOTIFIED' && drill.isConfirmed) await pass(work, drill)
    else if (drill.state === 'NOTIFIED' && isOverdue)
      await fail(work, drill, drill.isDelivered ? 'NOT_CONFIRMED' : 'NOT_DELIVERED')
    // Nobody knows what became of one that was not begun in its time: this program was gone.
    else if (isOverdue) await fail(work, drill, 'NO_ANSWER', drill.state === 'BEGUN' ? 'restart' : null)
    else if (drill.state === 'BEGUN') await order(work, drill)
  }

  async function turn() {
    if (config.DRILLS)
      await db.work(system, async work => {
        for (const { plan, plannedAt, ...house } of await dueHouses(work, MISSED_AFTER))
          await insertDrill(work, { house, plan, plannedAt, dueAt: new Date(work.now.getTime() + ANSWER_WITHIN) })
      })
    const problems: unknown[] = []
    for (const id of await db.work(system, work => waitingDrills(work, MOST)))
      try {
        await db.work(system, work => goOn(work, id))
      } catch (error) {
        log.error({ err: error, drill: id }, 'drill step failed, retrying at the next check')
        problems.push(error)
      }
    if (problems.length > 0) throw problems[0]
  }
  const part = createPeriodicTask(world, 'drills', LOOK, turn)

  /** What the box wrote down came in as an alarm does: now people are notified. */
  events.onEffect('DRILL', async (work: UnitOfWork, { terminalId, ts, body }: BoxEffect) => {
    const id = idIn((body as { key?: unknown }).key) // safe: an object
    const drill = id === undefined ? undefined : await lockRunning(work, id)
    if (!drill || drill.terminal_id !== terminalId || drill.state !== 'ORDERED' || drill.due_at <= work.now) return
    const place = `${drill.farm_name} | ${drill.house_name}`
    const messages = await outbox.notify(work, {
      recipients: { kind: 'ON_DUTY', entityId: drill.entity_id },
      template: drillTemplate,
      values: { drillId: drill.id, place },
      urgency: 'NORMAL',
      dedupeKey: `drill:${drill.id}`,
      subject: { type: 'DRILL', drillId: drill.id },
    })
    const notifiedPeople = messages.flatMap(({ id, userId }) => (id === null ? [] : [{ id, userId }]))
    await insertPeople(work, drill.id, notifiedPeople)
    await setDrill(work, drill.id, { receivedAt: work.now, boxAt: ts })
    if (notifiedPeople.length === 0) return fail(work, drill, 'NOBODY')
    await setDrill(work, drill.id, {
      state: 'NOTIFIED',
      notifiedAt: work.now,
      dueAt: new Date(work.now.getTime() + DRILL_WITHIN),
    })
  })

  bus.on('drill.answered', 'drills', ({ terminalId, key, answer: { st, why } }) =>
    db.work(system, async work => {
      const id = idIn(key)
      const drill = id === undefined ? undefined : await lockRunning(work, id)
      if (!drill || drill.terminal_id !== terminalId || drill.answered_at !== null) return
      await setDrill(work, drill.id, { answeredAt: work.now })
      if (st !== 'done' && drill.state === 'ORDERED') await fail(work, drill, 'NO_ANSWER', why ?? st)
    }),
  )
  bus.on('drill.confirmed', 'drills', () => part.wake())

  return { part, wake: () => part.wake() }
}
