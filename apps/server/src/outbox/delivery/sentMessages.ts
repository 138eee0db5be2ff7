import { systemActor } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { World } from '../../platform/world.ts'
import type { TransportRoute } from '../transport/transportWorker.ts'
import { markSent, retryNow } from './delivery.sql.ts'
import type { Sent } from './delivery.sql.ts'

const system = systemActor('outbox')

export interface SentMessage extends Sent {
  /** The first success after an outage: messages that wait for a retry are due now. */
  readonly endsOutage: boolean
}

/** Group commit of delivered messages: they are marked in the transaction that claims the next ones. */
export function createSentMessages(db: Pick<World['db'], 'work'>, channel: TransportRoute) {
  let pending: SentMessage[] = []

  async function markWith<Result>(next: (work: UnitOfWork) => Promise<Result>): Promise<Result> {
    const batch = pending
    pending = []
    try {
      return await db.work(system, async work => {
        if (batch.length > 0) await markSent(work, batch)
        if (batch.some(message => message.endsOutage)) await retryNow(work, channel)
        return next(work)
      })
    } catch (error) {
      pending = [...batch, ...pending]
      throw error
    }
  }
  /** Marks the pending messages by themselves. */
  const flush = () => (pending.length > 0 ? markWith(() => Promise.resolve()) : Promise.resolve())

  return {
    add: (message: SentMessage) => void pending.push(message),
    ids: () => pending.map(message => message.id),
    flush,
    /** Marks the pending messages and continues in the same transaction; if that fails, marks them by themselves. */
    async commitWith<Result>(next: (work: UnitOfWork) => Promise<Result>): Promise<Result> {
      try {
        return await markWith(next)
      } catch (error) {
        await flush()
        throw error
      }
    },
  }
}
