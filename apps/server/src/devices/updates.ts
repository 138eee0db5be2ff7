import type { Update } from '@steading/contract/box'
import { systemActor } from '../platform/actor.ts'
import type { World } from '../platform/world.ts'
import { setProvisionStatus } from '../terminals/index.ts'
import { terminalName } from './links.sql.ts'
import type { Link } from './links.ts'
import { endUpdate, setStalled, stalled, updating, writeProgress } from './updates.sql.ts'

declare module '../platform/bus.ts' {
  interface Messages {
    /** The update of a box has not got on for a quarter of an hour. */
    'terminal.stalled': { terminalId: string; entityId: string; at: Date }
  }
}

const system = systemActor('update')

/** An update that does not get on for so long is over as far as the platform is concerned. */
export const PATIENCE = 15 * 60_000

/** Boxes whose software is being updated: UPDATING as long as it gets on. */
export function updates({ db, bus }: Pick<World, 'db' | 'bus'>) {
  return {
    /** What a box that is there says of its update; undefined: none is under way. */
    async reported({ terminalId }: Link, update: Update | undefined) {
      await db.work(system, async work => {
        if (update) {
          if (!(await writeProgress(work, terminalId, update))) return
          const terminal = await terminalName(work, terminalId)
          if (terminal) await setProvisionStatus(work, terminal, 'UPDATING')
        } else if (await endUpdate(work, terminalId)) {
          const terminal = await updating(work, terminalId)
          if (terminal) await setProvisionStatus(work, terminal, 'PROVISIONED')
        }
      })
    },

    /** Gives up on updates that stand still: the terminal takes orders again, and people hear of it. */
    async sweep() {
      const over = await db.work(system, async work => {
        const found = await stalled(work, new Date(work.now.getTime() - PATIENCE))
        for (const terminal of found) {
          await setProvisionStatus(work, terminal, 'PROVISIONED')
          await setStalled(work, terminal.id)
        }
        return found.map(({ id, entityId }) => ({ terminalId: id, entityId, at: work.now }))
      })
      for (const one of over) bus.emit('terminal.stalled', one)
    },
  }
}
