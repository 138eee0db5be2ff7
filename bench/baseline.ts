import { from as copyFrom } from 'pg-copy-streams'
import type pg from 'pg'
import { finished } from 'node:stream/promises'
import { READING_COLUMNS, createReadingEncoder } from '../apps/server/src/readings/copy/rowEncoders.ts'
import type { Reading } from '../apps/server/src/readings/reading.ts'

const ROWS = 5_000

/** A table like the journal, partitioned alike, with the same key and index, that nobody but the baseline writes. */
export async function baselineTable(owner: pg.Pool) {
  await owner.query(`create table baseline (like journal including all) partition by range (ts)`)
  const { rows } = await owner.query<{ bounds: string }>(
    `select pg_get_expr(relpartbound, oid) as bounds from pg_class where relispartition and relname ~ '^journal_' and relkind = 'r'`,
  )
  for (const [index, { bounds }] of rows.entries())
    await owner.query(`create table baseline_${index} partition of baseline ${bounds}`)
}

/** Two connections copy these rows in, 5,000 a transaction, each waiting for its commit. Answers rows a second. */
export async function copyBaseline(pool: pg.Pool, rows: readonly Reading[]): Promise<number> {
  let next = 0
  const began = performance.now()
  const writer = async () => {
    const client = await pool.connect()
    const encode = createReadingEncoder()
    for (let at = next; at < rows.length; at = next) {
      next += ROWS
      const stream = client.query(copyFrom(`copy baseline (${READING_COLUMNS}) from stdin (format binary)`))
      stream.end(encode(rows.slice(at, at + ROWS), 1))
      await finished(stream)
    }
    client.release()
  }
  await Promise.all([writer(), writer()])
  return rows.length / ((performance.now() - began) / 1000)
}
