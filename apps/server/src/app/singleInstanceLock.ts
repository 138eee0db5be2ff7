import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../platform/log.ts'

const LOCK = 3_591_2026
const RETRY_AFTER = 500
/** Time for the database to notice that a killed predecessor is gone, ms. */
const PATIENCE = 5000

export interface SingleInstanceLockOptions {
  readonly owner: pg.Pool
  readonly log: Logger
  /** Restarts an embedded database. */
  readonly revive?: (() => Promise<void>) | undefined
  /** Another server holds the lock: at the start, or since an outage of the database. */
  readonly onTaken: () => void
  /** How long a lock that another session holds is tried again, ms. */
  readonly patience?: number
}

/**
 * Single-instance lock: an advisory lock of one connection, since two servers would both command the boxes. When the connection
 * breaks, the database is revived and the lock retaken. Answers the function that releases it.
 */
export async function takeSingleInstanceLock(options: SingleInstanceLockOptions): Promise<() => void> {
  const { owner, log, revive, onTaken, patience = PATIENCE } = options
  let holder: pg.PoolClient | undefined
  let isReleased = false
  async function acquire() {
    const client = await owner.connect()
    client.once('end', () => void (client === holder && reacquire(client)))
    try {
      if (!(await lockInTime(client, patience))) onTaken()
      holder = client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  async function reacquire(lost: pg.PoolClient) {
    lost.release(true)
    holder = undefined
    while (!isReleased && holder === undefined) {
      try {
        await revive?.()
        await acquire()
        log.warn('database available again, single-instance lock retaken')
      } catch (error) {
        log.error({ err: error }, 'single-instance lock not retaken, retrying')
        await pause(RETRY_AFTER)
      }
    }
  }
  await acquire()
  return () => {
    isReleased = true
    const last = holder
    holder = undefined
    last?.release(true)
  }
}

async function lockInTime(client: pg.PoolClient, patience: number): Promise<boolean> {
  for (let left = patience; ; left -= RETRY_AFTER) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK])
    if (rows[0]?.locked) return true
    if (left <= 0) return false
    await pause(Math.min(left, RETRY_AFTER))
  }
}
