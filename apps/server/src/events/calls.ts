import type { Outbox } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { World } from '../platform/world.ts'
import { actorOf } from './links.ts'
import { takeStep } from './steps.ts'
import { listenerOf } from './steps.sql.ts'
import type { Telling } from './telling.ts'

const system = systemActor('calls')

/** Whoever presses the key in a call has seen the event. */
export function answeredCalls({ db }: Pick<World, 'db'>, outbox: Pick<Outbox, 'onAcknowledged'>, telling: Telling) {
  outbox.onAcknowledged(async ({ eventId, userId, recipient }) => {
    const listener = await db.work(system, work => listenerOf(work, eventId, userId, recipient))
    if (listener)
      await db.work(actorOf(listener), work => takeStep(work, telling, eventId, { step: 'SEEN', notes: '', via: 'CALL' }))
  })
}
