import { DRILL } from '@steading/contract/box'
import type { CommandAnswer } from '@steading/contract/box'
import type { Broker } from '../platform/broker/broker.ts'
import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import { boxById, nextCommandNumber } from './links.sql.ts'
import type { Link, Links } from './links.ts'

declare module '../platform/bus.ts' {
  interface Messages {
    /** What a box said of an order to drill. */
    'drill.answered': { readonly terminalId: string; readonly key: string; readonly answer: CommandAnswer }
  }
}

/** Why no order went out; `why` in a word, where there is more to say. */
export interface NotOrdered {
  readonly stage: 'NOT_CONNECTED' | 'NO_FEATURE' | 'NO_ANSWER'
  readonly why: string | null
}

/** ms that an order to drill stays valid on its way. */
const TTL = 15_000

export interface DrillsOptions {
  readonly world: World
  readonly links: Links
  readonly broker: Broker
  /** Is the session of this box alive? */
  readonly alive: (link: Link) => boolean
}

/** Orders to drill: as commands, to a session that lives and never kept for later. */
export function drillOrders({ world, links, broker, alive }: DrillsOptions) {
  const { bus } = world
  return {
    /** Can this box be told to drill now? null: it can. */
    async refusal(work: Work, terminalId: string): Promise<NotOrdered | null> {
      const box = await boxById(work, terminalId)
      const link = links.byTerminal(terminalId)
      if (!box || box.retiredAt || box.provisionStatus === 'NOT_PROVISIONED' || !link?.sid || !alive(link))
        return { stage: 'NOT_CONNECTED', why: null }
      if (box.provisionStatus === 'UPDATING') return { stage: 'NO_ANSWER', why: 'updating' }
      return link.feat.includes(DRILL) ? null : { stage: 'NO_FEATURE', why: null }
    },

    /** Orders the doing with this key, after the commit of the work; why it can't otherwise. */
    async order(work: Work, terminalId: string, key: string): Promise<NotOrdered | null> {
      const refusal = await this.refusal(work, terminalId)
      if (refusal) return refusal
      const { uid, sid } = links.byTerminal(terminalId)!
      const n = await nextCommandNumber(work, terminalId)
      const iss = work.now.getTime()
      work.afterCommit(() => broker.publish(uid, 'dn/cmd', { v: 1, id: idOf(key), sid: sid!, n, drill: key, iss, ttl: TTL }))
      return null
    },

    /** Is it of a drill? Then it is told. */
    answered({ terminalId }: Link, answer: CommandAnswer): boolean {
      const key = keyIn(answer.id)
      if (key !== null) bus.emit('drill.answered', { terminalId, key, answer })
      return key !== null
    },
  }
}
export type DrillOrders = ReturnType<typeof drillOrders>

const idOf = (key: string) => `D.${key}`
const keyIn = (id: string) => (id.startsWith('D.') ? id.slice(2) : null)
