import { systemActor } from '../platform/actor.ts'
import type { World } from '../platform/world.ts'
import { owesHistory } from './boxes.sql.ts'
import { eventById } from './events.sql.ts'
import type { Telling } from './telling.ts'

/** A box that never sends what it owes must not keep people from hearing of what lasts. */
const PATIENCE = 15

const system = systemActor('events')

/** Occurrences that came very late: people hear of them once everything is there, if the event still lasts then. */
export function late({ db, jobs }: Pick<World, 'db' | 'jobs'>, telling: Pick<Telling, 'tellLater' | 'tellIfStillOpen'>) {
  jobs.handle('events.late', ({ id, waited }) =>
    db.work(system, async work => {
      const event = await eventById(work, id)
      if (!event) return
      const more = event.terminal_id !== null && waited < PATIENCE && (await owesHistory(work, event.terminal_id))
      await (more ? telling.tellLater(work, event, waited + 1) : telling.tellIfStillOpen(work, id))
    }),
  )
}
