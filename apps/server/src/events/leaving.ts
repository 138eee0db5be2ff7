import { systemActor } from '../platform/actor.ts'
import { every } from '../platform/every.ts'
import type { Part, World } from '../platform/world.ts'
import { eventById } from './events.sql.ts'
import { leftOpen } from './leaving.sql.ts'
import { changeByRule } from './standing.ts'
import type { Telling } from './telling.ts'

const system = systemActor('events')
const LOOK = 20_000

/**
 * Closes events whose rule was taken out of service, if they were to close by themselves: nobody looks any more whether they are
 * over. By the tables, so that it is also true of what a box tells later; the bus only says when to look.
 */
export function leaving(world: World, telling: Telling): Part {
  const { db, bus } = world
  const look = () =>
    db.work(system, async work => {
      for (const { id } of await leftOpen(work)) {
        const event = await eventById(work, id)
        // Once for each event: who opens it again, has it open.
        const key = `${event?.key}:left`
        if (event) await changeByRule(work, telling, event, key, { status: 'CLOSED', date: work.now, userId: null })
      }
    })
  const watch = every(world, 'events of rules that left', LOOK, look)
  bus.on('rule.changed', 'events of rules that left', ({ deploymentStatus }) => {
    if (deploymentStatus === 'UNDEPLOYED') watch.wake()
  })
  return watch
}
