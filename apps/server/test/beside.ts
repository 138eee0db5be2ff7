import type { Farm } from './farm.ts'

/**
 * Somebody else's change that is done, but not committed yet: `change` in a transaction of its own. Then `act` begins, and once
 * it waits the change is committed. What acts without waiting is through before, and fails the test by what it left.
 */
export async function beside<T>(farm: Farm, change: string, values: readonly unknown[], act: () => Promise<T>): Promise<T> {
  const { owner } = farm.world
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(change, [...values])
    let isOver = false
    const acted = act().finally(() => (isOver = true))
    // A failure is the caller's to see, once it is awaited.
    acted.catch(() => undefined)
    const isWaiting = async () => {
      const { rows } = await owner.query<{ waits: boolean }>(
        `select exists (select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`,
      )
      return rows[0]!.waits
    }
    while (!isOver && !(await isWaiting())) await new Promise(done => setTimeout(done, 5))
    await client.query('commit')
    return await acted
  } finally {
    // Closed, whatever was left open.
    client.release(true)
  }
}
