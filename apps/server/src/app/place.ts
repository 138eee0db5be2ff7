import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../platform/log.ts'

const LOCK = 3_591_2026
const AGAIN = 500

export interface PlaceOptions {
  readonly owner: pg.Pool
  readonly log: Logger
  /** Brings the database back where that is ours to do. */
  readonly revive?: (() => Promise<void>) | undefined
  /** Another server has the place: at the start, or since the database was gone. */
  readonly taken: () => void
}

/**
 * A server's place on its database, held as a lock of one connection: two servers would both think that they own the boxes.
 * When the connection breaks, the database is brought back and the place taken again. The answer gives it free.
 */
export async function takePlace({ owner, log, revive, taken }: PlaceOptions): Promise<() => void> {
  let held: pg.PoolClient | undefined
  let left = false
  async function take() {
    const client = await owner.connect()
    client.once('end', () => void (client === held && again(client)))
    try {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK])
      if (!rows[0]?.locked) taken()
      held = client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  async function again(lost: pg.PoolClient) {
    lost.release(true)
    held = undefined
    while (!left && held === undefined) {
      try {
        await revive?.()
        await take()
        log.warn('the database is back')
      } catch (error) {
        log.error({ err: error }, 'the database does not come back yet')
        await pause(AGAIN)
      }
    }
  }
  await take()
  return () => {
    left = true
    const last = held
    held = undefined
    last?.release(true)
  }
}
