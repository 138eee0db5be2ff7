import { skipCommandNumbers } from '../devices/index.ts'
import { postponeEscalations } from '../events/index.ts'
import { withholdQueued } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import { settleRestores } from '../platform/backup/restores.sql.ts'
import type { World } from '../platform/world.ts'
import { endAllSessions } from '../users/index.ts'

const system = systemActor('restore')
/** Time for boxes to connect and report ends of alarms before old alarms climb on, ms. */
const BOXES_RETURN = 10 * 60_000

/**
 * First start on a restored database, before any part runs: nothing that was under way in the backup goes out again. Queued messages are
 * withheld, and people sign in again. Command numbers skip those of the lost time, since a box accepts none twice. Boxes send their
 * readings again by themselves, and commands of another session are void.
 */
export const settleRestore = async ({ db, log }: Pick<World, 'db' | 'log'>): Promise<void> =>
  db.work(system, async work => {
    if ((await settleRestores(work)) === 0) return
    const messages = await withholdQueued(work)
    await skipCommandNumbers(work)
    await postponeEscalations(work, new Date(work.now.getTime() + BOXES_RETURN))
    await endAllSessions(work)
    log.warn({ messages }, 'database was restored: queued messages withheld, sessions ended, boxes will send readings again')
  })
