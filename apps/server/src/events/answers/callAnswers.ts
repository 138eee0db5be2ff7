import { ARRIVES_IN_BY_CALL } from '@steading/contract/events/events'
import type { Outbox } from '../../outbox/index.ts'
import { systemActor } from '../../platform/actor.ts'
import type { World } from '../../platform/world.ts'
import { actorOf } from './links.ts'
import { takeStep } from './steps.ts'
import { calledRecipient } from './links.sql.ts'
import type { Notifier } from '../notification/notifier.types.ts'

const system = systemActor('calls')

/** Records the step SEEN or GOING when a recipient presses its key in a call. */
export function handleCallAnswers({ db }: Pick<World, 'db'>, outbox: Pick<Outbox, 'onAcknowledged'>, notifier: Notifier) {
  outbox.onAcknowledged(async ({ eventId, userId, recipient, isGoing = false }) => {
    const link = await db.work(system, work => calledRecipient(work, eventId, userId, recipient))
    const answer = isGoing ? ({ step: 'GOING', arrivesIn: ARRIVES_IN_BY_CALL } as const) : ({ step: 'SEEN' } as const)
    if (link) await db.work(actorOf(link), work => takeStep(work, notifier, eventId, { ...answer, notes: '', via: 'CALL' }))
  })
}
