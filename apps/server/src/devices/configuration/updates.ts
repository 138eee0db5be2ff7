import type { Update } from '@steading/contract/box/messages'
import { systemActor } from '../../platform/actor.ts'
import type { World } from '../../platform/world.ts'
import { setProvisionStatus } from '../../terminals/index.ts'
import { provisionedTerminal } from '../links/links.sql.ts'
import type { Link } from '../links/links.ts'
import { endUpdate, setStalled, stalledTerminals, updatingTerminal, writeProgress } from './updates.sql.ts'

declare module '../../platform/bus.ts' {
  interface Messages {
    /** A software update made no progress for 15 minutes. */
    'terminal.stalled': { terminalId: string; entityId: string; at: Date }
  }
}

const system = systemActor('update')

/** ms without progress after which the platform gives an update up. */
export const STALL_AFTER = 15 * 60_000

/** Software updates of boxes: a terminal is UPDATING while its update makes progress. */
export function createUpdates({ db, bus }: Pick<World, 'db' | 'bus'>) {
  return {
    /** Update state that a connected box reports; undefined: no update is running. */
    async onReport({ terminalId }: Link, update: Update | undefined) {
      await db.work(system, async work => {
        if (update) {
          if (!(await writeProgress(work, terminalId, update))) return
          const terminal = await provisionedTerminal(work, terminalId)
          if (terminal) await setProvisionStatus(work, terminal, 'UPDATING')
        } else if (await endUpdate(work, terminalId)) {
          const terminal = await updatingTerminal(work, terminalId)
          if (terminal) await setProvisionStatus(work, terminal, 'PROVISIONED')
        }
      })
    },

    /** Gives up stalled updates: the terminal accepts commands again, and an alarm is raised. */
    async sweep() {
      const stalledUpdates = await db.work(system, async work => {
        const terminals = await stalledTerminals(work, new Date(work.now.getTime() - STALL_AFTER))
        for (const terminal of terminals) {
          await setProvisionStatus(work, terminal, 'PROVISIONED')
          await setStalled(work, terminal.id)
        }
        return terminals.map(({ id, entityId }) => ({ terminalId: id, entityId, at: work.now }))
      })
      for (const stalledUpdate of stalledUpdates) bus.emit('terminal.stalled', stalledUpdate)
    },
  }
}
