import { heartbeatNotification } from '../../outbox/index.ts'
import type { Notifier } from '../../outbox/index.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { HeartbeatRecorder } from '../../platform/heartbeat.ts'

/**
 * Passes heartbeats on the way that alarms take: noted among the readings of a chunk, sent in the transaction of a tick. So a
 * heartbeat that arrives proves that the evaluation works.
 */
export function createHeartbeatRelay(heartbeat: Pick<HeartbeatRecorder, 'box' | 'seen'>, notifier: Pick<Notifier, 'notify'>) {
  let latest: number | null = null
  return {
    note: (sequence: number) => void (latest = sequence),
    async relay(work: UnitOfWork) {
      const sequence = latest
      if (sequence === null) return
      const box = heartbeat.box()
      if (box) {
        await notifier.notify(work, heartbeatNotification(box.entityId, sequence))
        work.afterCommit(() => heartbeat.seen('RULES', sequence))
      }
      work.afterCommit(() => void (latest = latest === sequence ? null : latest))
    },
  }
}
