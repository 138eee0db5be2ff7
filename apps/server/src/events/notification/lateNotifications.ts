import { systemActor } from '../../platform/actor.ts'
import type { World } from '../../platform/world.ts'
import { hasSequenceGaps } from '../effects/boxEffects.sql.ts'
import { eventById } from '../events.sql.ts'
import type { Notifier } from './notifier.types.ts'

/** Attempts until a notification goes out although the backlog of the box is incomplete. */
const MAX_ATTEMPTS = 15

const system = systemActor('events')

/** Notifies of very late occurrences once the backlog is complete, if the event is still open. */
export function handleLateNotifications(
  { db, jobs }: Pick<World, 'db' | 'jobs'>,
  notifier: Pick<Notifier, 'notifyLater' | 'notifyIfStillOpen'>,
) {
  jobs.handle('events.late', ({ id, attempt: waited }) =>
    db.work(system, async work => {
      const event = await eventById(work, id)
      if (!event) return
      const isIncomplete = event.terminal_id !== null && waited < MAX_ATTEMPTS && (await hasSequenceGaps(work, event.terminal_id))
      await (isIncomplete ? notifier.notifyLater(work, event, waited + 1) : notifier.notifyIfStillOpen(work, id))
    }),
  )
}
