import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { finished } from 'node:stream/promises'
import { READING_COLUMNS, ROLLUP_COLUMNS } from './rowEncoders.ts'

/** A month of a partitioned table. `number` counts months from year 0. */
export interface MonthOf {
  readonly base: Base
  readonly number: number
}
export type Base = 'history' | 'rollups_5m' | 'rollups_1h'

const KEYS: Readonly<Record<Base, { column: string; key: string }>> = {
  history: { column: 'ts', key: '(interface_id, ts, epoch, seq) include (value)' },
  rollups_5m: { column: 'bucket', key: '(interface_id, bucket) include (avg)' },
  rollups_1h: { column: 'bucket', key: '(interface_id, bucket) include (avg)' },
}

export const monthOf = (ts: number): number => {
  const date = new Date(ts)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
const startOf = (number: number) => Date.UTC(Math.floor(number / 12), number % 12)
/** ms UTC; `to` is exclusive. */
export const spanOf = ({ number }: MonthOf) => ({ from: startOf(number), to: startOf(number + 1) })

const text = (ms: number) => new Date(ms).toISOString()
const nameOf = ({ base, number }: MonthOf) => `${base}_${text(startOf(number)).slice(0, 7).replace('-', '_')}`

/**
 * Creates the table of a month, without index and not yet attached. An existing month is replaced.
 * @throws Error when it contains readings of boxes
 */
export async function createMonth(owner: pg.Pool, month: MonthOf) {
  const name = nameOf(month)
  const { column } = KEYS[month.base]
  const { from, to } = spanOf(month)
  if (month.base === 'history') {
    const live = await owner.query(`select from readings where ts >= $1 and ts < $2 and pos > 0 limit 1`, [text(from), text(to)])
    if (live.rowCount) throw new Error(`${name} has readings of boxes: history can't be loaded over them`)
  }
  await owner.query(`drop table if exists ${name}`)
  await owner.query(
    `create table ${name} (like ${month.base} including defaults, check (${column} >= '${text(from)}' and ${column} < '${text(to)}'))`,
  )
}

/** Builds the index, once over all rows, and attaches the month. */
export async function attachMonth(owner: pg.ClientBase, month: MonthOf) {
  const name = nameOf(month)
  const { from, to } = spanOf(month)
  await owner.query(`alter table ${name} add primary key ${KEYS[month.base].key}`)
  await owner.query(`alter table ${month.base} attach partition ${name} for values from ('${text(from)}') to ('${text(to)}')`)
  await owner.query(`analyze ${name}`)
}

export async function copyMonth(client: pg.ClientBase, month: MonthOf, bytes: Buffer) {
  const columns = month.base === 'history' ? READING_COLUMNS : ROLLUP_COLUMNS
  const stream = client.query(copyFrom(`copy ${nameOf(month)} (${columns}) from stdin (format binary)`))
  stream.end(bytes)
  await finished(stream)
}

/**
 * Disables durability: a load that is lost in a crash is repeated. Index builds get no parallel workers, as both processors are
 * busy anyway. Compression of full pages in the log costs more than it saves, but only an administrator may disable it.
 */
export const disableDurability = (client: pg.ClientBase) =>
  client.query(`set synchronous_commit = off; set statement_timeout = 0;
    set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 0;
    do $$ begin set wal_compression = off; exception when insufficient_privilege then null; end $$`)
