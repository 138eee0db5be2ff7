import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { finished } from 'node:stream/promises'
import { READING_COLUMNS, ROLLUP_COLUMNS } from './encoders.ts'

/** A month of a partitioned table. `number` counts months from year 0. */
export interface MonthOf {
  readonly base: Base
  readonly number: number
}
export type Base = 'readings' | 'rollups_5m' | 'rollups_1h'

const KEYS: Readonly<Record<Base, { column: string; key: string }>> = {
  readings: { column: 'ts', key: '(interface_id, ts, epoch, seq) include (value)' },
  rollups_5m: { column: 'bucket', key: '(interface_id, bucket) include (avg)' },
  rollups_1h: { column: 'bucket', key: '(interface_id, bucket) include (avg)' },
}

export const monthOf = (ts: number): number => {
  const date = new Date(ts)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
const startOf = (number: number) => Date.UTC(Math.floor(number / 12), number % 12)
/** ms UTC; `to` lies outside. */
export const spanOf = ({ number }: MonthOf) => ({ from: startOf(number), to: startOf(number + 1) })

const text = (ms: number) => new Date(ms).toISOString()
const nameOf = ({ base, number }: MonthOf) => `${base}_${text(startOf(number)).slice(0, 7).replace('-', '_')}`

/**
 * A table for a month, without index and not yet part of its whole. One that is there is replaced.
 * @throws Error when readings of boxes are in it
 */
export async function createMonth(owner: pg.Pool, month: MonthOf) {
  const name = nameOf(month)
  const { column } = KEYS[month.base]
  const { from, to } = spanOf(month)
  if (month.base === 'readings') {
    const { rows } = await owner.query<{ there: boolean }>(`select to_regclass($1) is not null as there`, [name])
    const live = rows[0]?.there ? await owner.query(`select from ${name} where pos > 0 limit 1`) : undefined
    if (live?.rowCount) throw new Error(`${name} holds readings of boxes: history can't be loaded over them`)
  }
  await owner.query(`drop table if exists ${name}`)
  await owner.query(
    `create table ${name} (like ${month.base} including defaults, check (${column} >= '${text(from)}' and ${column} < '${text(to)}'))`,
  )
}

/** The index, built once over all rows, and the place in the whole. */
export async function attachMonth(owner: pg.ClientBase, month: MonthOf) {
  const name = nameOf(month)
  const { from, to } = spanOf(month)
  await owner.query(`alter table ${name} add primary key ${KEYS[month.base].key}`)
  await owner.query(`alter table ${month.base} attach partition ${name} for values from ('${text(from)}') to ('${text(to)}')`)
  await owner.query(`analyze ${name}`)
}

export async function copyMonth(client: pg.ClientBase, month: MonthOf, bytes: Buffer) {
  const columns = month.base === 'readings' ? READING_COLUMNS : ROLLUP_COLUMNS
  const stream = client.query(copyFrom(`copy ${nameOf(month)} (${columns}) from stdin (format binary)`))
  stream.end(bytes)
  await finished(stream)
}

/**
 * What is lost in a crash is loaded again: nothing waits for the disk. Both processors are busy as it is, so that no index
 * needs helpers; compressing its pages for the log, which only an administrator may switch off, costs more than it saves.
 */
export const inHaste = (client: pg.ClientBase) =>
  client.query(`set synchronous_commit = off; set statement_timeout = 0;
    set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 0;
    do $$ begin set wal_compression = off; exception when insufficient_privilege then null; end $$`)
