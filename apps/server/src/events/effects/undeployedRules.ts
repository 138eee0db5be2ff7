import { systemActor } from '../../platform/actor.ts'
import { createPeriodicTask } from '../../platform/periodicTask.ts'
import type { Part } from '../../platform/part.ts'
import type { World } from '../../platform/world.ts'
import { eventById } from '../events.sql.ts'
import { eventsOfUndeployedRules } from './undeployedRules.sql.ts'
import { changeAutomatically } from '../status/automaticChanges.ts'
import type { Notifier } from '../notification/notifier.types.ts'

const system = systemActor('events')
const POLL_INTERVAL = 20_000

/**
 * Closes events with auto-close whose rule was undeployed: nothing evaluates any more whether they are over. Reads the tables, so that
 * late effects of a box are covered; the bus message only wakes the task.
 */
export function closeEventsOfUndeployedRules(world: World, notifier: Notifier): Part {
  const { db, bus } = world
  const closeDueEvents = () =>
    db.work(system, async work => {
      for (const { id } of await eventsOfUndeployedRules(work)) {
        const event = await eventById(work, id)
        // The key makes it once per event: a user who reopens it keeps it open.
        const key = `${event?.source_key}:left`
        const change = { status: 'CLOSED', date: work.now, userId: null, reason: 'RULE_LEFT' } as const
        if (event) await changeAutomatically(work, notifier, event, key, change)
      }
    })
  const task = createPeriodicTask(world, 'events of rules that left', POLL_INTERVAL, closeDueEvents)
  bus.on('rule.changed', 'events of rules that left', ({ deploymentStatus }) => {
    if (deploymentStatus === 'UNDEPLOYED') task.wake()
  })
  return task
}
