import { DRILL } from '@steading/contract/box/messages'
import type { CommandAnswer } from '@steading/contract/box/messages'
import type { Broker } from '../../platform/broker/broker.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { World } from '../../platform/world.ts'
import { boxStatus, nextCommandNumber } from '../links/links.sql.ts'
import type { Link, Links } from '../links/links.ts'

declare module '../../platform/bus.ts' {
  interface Messages {
    /** Answer of a box to a drill command. */
    'drill.answered': { readonly terminalId: string; readonly key: string; readonly answer: CommandAnswer }
  }
}

/** Why a drill command was not sent; `why`: a code with the detail. */
export interface DrillRefusal {
  readonly stage: 'NOT_CONNECTED' | 'NO_FEATURE' | 'NO_ANSWER'
  readonly why: string | null
}

/** Time to live of a drill command in transit, ms. */
const TTL = 15_000

export interface DrillCommandsOptions {
  readonly world: World
  readonly links: Links
  readonly broker: Broker
  /** Does the box have a live session? */
  readonly isAlive: (link: Link) => boolean
}

/** Drill commands: sent like other commands, to live sessions only and never queued. */
export function createDrillCommands({ world, links, broker, isAlive }: DrillCommandsOptions) {
  const { bus } = world
  return {
    /** Reason why this box cannot drill now; null: it can. */
    async refusal(work: UnitOfWork, terminalId: string): Promise<DrillRefusal | null> {
      const box = await boxStatus(work, terminalId)
      const link = links.byTerminal(terminalId)
      if (!box || box.retiredAt || box.provisionStatus === 'NOT_PROVISIONED' || !link?.sid || !isAlive(link))
        return { stage: 'NOT_CONNECTED', why: null }
      if (box.provisionStatus === 'UPDATING') return { stage: 'NO_ANSWER', why: 'updating' }
      return link.features.includes(DRILL) ? null : { stage: 'NO_FEATURE', why: null }
    },

    /** Sends the drill command with this key after the commit; answers the refusal otherwise. */
    async order(work: UnitOfWork, terminalId: string, key: string): Promise<DrillRefusal | null> {
      const refusal = await this.refusal(work, terminalId)
      if (refusal) return refusal
      const { uid, sid } = links.byTerminal(terminalId)!
      const n = await nextCommandNumber(work, terminalId)
      const iss = work.now.getTime()
      work.afterCommit(() =>
        broker.publish(uid, 'dn/cmd', { v: 1, id: commandIdOf(key), sid: sid!, n, drill: key, iss, ttl: TTL }),
      )
      return null
    },

    /** Publishes the answer to a drill command. False: the answer is of another command. */
    onAnswer({ terminalId }: Link, answer: CommandAnswer): boolean {
      const key = drillKeyOf(answer.id)
      if (key !== null) bus.emit('drill.answered', { terminalId, key, answer })
      return key !== null
    },
  }
}
export type DrillCommands = ReturnType<typeof createDrillCommands>

const commandIdOf = (key: string) => `D.${key}`
const drillKeyOf = (id: string) => (id.startsWith('D.') ? id.slice(2) : null)
