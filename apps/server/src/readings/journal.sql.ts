import type { Range } from '@steading/contract/box'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { finished } from 'node:stream/promises'
import type { Work } from '../platform/database/work.ts'
import { READING_COLUMNS } from './encoders.ts'
import type { ReadingEncoder } from './encoders.ts'
import type { DeviceTime, Effect } from './intake.ts'
import type { Reading } from './reading.ts'

/** Numbers that a transaction settles: by items, and as gaps. */
export interface Booking {
  readonly terminalId: string
  readonly epoch: number
  readonly ranges: readonly Range[]
  readonly gaps: readonly Range[]
}

/** What one transaction writes. */
export interface Rows {
  readonly sequences: readonly Booking[]
  readonly readings: readonly Reading[]
  readonly effects: readonly (Effect & { readonly terminalId: string; readonly epoch: number })[]
  readonly deviceTimes: readonly (DeviceTime & { readonly terminalId: string; readonly epoch: number })[]
}

/** Numbers of the group are stored already: the memory that let them through is old. */
export class Overlap extends Error {}

/** Of the one process that writes the journal: held by each lane's connection as long as it lives. */
const WRITER = 0x5375
export const holdLane = (client: pg.ClientBase, lane: number) => client.query('select pg_advisory_lock($1, $2)', [WRITER, lane])

/** The first of a block of places, see BLOCK. */
export async function nextBlock(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ first: string }>(`select nextval('journal_pos')::text as first`)
  return Number(rows[0]!.first)
}
/** Places in a block: the increment of the sequence. */
export const BLOCK = 100

export async function write(client: pg.ClientBase, pos: number, rows: Rows, encode: ReadingEncoder, redo: boolean) {
  await begin(client, rows)
  if (rows.readings.length > 0) await (redo ? insertReadings(client, pos, rows) : copyReadings(client, pos, rows, encode))
  if (rows.effects.length > 0) await insertEffects(client, pos, rows)
  if (rows.deviceTimes.length > 0) await insertDeviceTimes(client, rows)
  await client.query('commit')
}

const multirange = (ranges: readonly Range[]) =>
  `'{${ranges.map(([first, last]) => `[${first},${last}]`).join(',')}}'::int8multirange`

/**
 * One round trip opens the transaction and books the numbers; booking one twice is an overlap, unless it was a gap. All of them
 * are digits.
 */
async function begin(client: pg.ClientBase, { sequences }: Rows) {
  const values = sequences.map(
    ({ terminalId, epoch, ranges, gaps }) =>
      `(${BigInt(terminalId)},${epoch},${multirange([...ranges, ...gaps])},${multirange(gaps)})`,
  )
  const answers = (await client.query(
    `begin; insert into sequences (terminal_id, epoch, stored, gaps) values ${values.join(',')}
     on conflict (terminal_id, epoch) do update set stored = sequences.stored + excluded.stored,
       gaps = sequences.gaps - excluded.stored + excluded.gaps
     where not (sequences.stored - sequences.gaps) && excluded.stored`,
  )) as unknown as readonly pg.QueryResult[] // safe: two statements, two answers
  if (answers[1]?.rowCount !== sequences.length) throw new Overlap()
}

async function copyReadings(client: pg.ClientBase, pos: number, { readings }: Rows, encode: ReadingEncoder) {
  const stream = client.query(copyFrom(`copy readings (${READING_COLUMNS}) from stdin (format binary)`))
  stream.end(encode(readings, pos))
  await finished(stream)
}

/** The slow way, for a group with rows that are there already. */
const insertReadings = (client: pg.ClientBase, pos: number, { readings }: Rows) =>
  client.query(
    `insert into readings (${READING_COLUMNS})
     select ts, seq, $1, value, interface_id, epoch, flags, text
     from unnest($2::timestamptz[], $3::int8[], $4::float8[], $5::int4[], $6::int4[], $7::int2[], $8::text[])
       as r (ts, seq, value, interface_id, epoch, flags, text)
     on conflict do nothing`,
    [
      pos,
      readings.map(one => instant(one.ts)),
      readings.map(one => one.seq),
      readings.map(one => one.value),
      readings.map(one => one.interfaceId),
      readings.map(one => one.epoch),
      readings.map(one => one.flags),
      readings.map(one => one.text),
    ],
  )

const insertEffects = (client: pg.ClientBase, pos: number, { effects }: Rows) =>
  client.query(
    `insert into effects (pos, terminal_id, epoch, seq, ts, late, body)
     select $1, terminal_id, epoch, seq, ts, late, body::jsonb
     from unnest($2::int8[], $3::int4[], $4::int8[], $5::timestamptz[], $6::bool[], $7::text[])
       as e (terminal_id, epoch, seq, ts, late, body)
     on conflict do nothing`,
    [
      pos,
      effects.map(one => one.terminalId),
      effects.map(one => one.epoch),
      effects.map(one => one.seq),
      effects.map(one => instant(one.ts)),
      effects.map(one => one.late),
      effects.map(one => JSON.stringify(one.body)),
    ],
  )

const insertDeviceTimes = (client: pg.ClientBase, { deviceTimes }: Rows) =>
  client.query(
    `insert into device_times (terminal_id, epoch, seq, ts)
     select * from unnest($1::int8[], $2::int4[], $3::int8[], $4::timestamptz[]) on conflict do nothing`,
    [
      deviceTimes.map(one => one.terminalId),
      deviceTimes.map(one => one.epoch),
      deviceTimes.map(one => one.seq),
      deviceTimes.map(one => instant(one.ts)),
    ],
  )

const instant = (ms: number) => new Date(ms).toISOString()

export async function cursorOf(work: Work, name: string): Promise<number> {
  await work.sql
    .insertInto('projections')
    .values({ name, pos: 0 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { pos } = await work.sql.selectFrom('projections').select('pos').where('name', '=', name).executeTakeFirstOrThrow()
  return Number(pos)
}

/** Moves a cursor from where it must stand; false when it stands elsewhere. */
export async function moveCursor(work: Work, name: string, from: number, to: number): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('projections')
    .set({ pos: to })
    .where('name', '=', name)
    .where('pos', '=', String(from))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface JournalRow {
  readonly interface_id: number
  readonly ts: Date
  readonly epoch: number
  readonly seq: string
  readonly value: number | null
  readonly text: string | null
  readonly flags: number
}

/** The readings of the places after `from` up to `to`. */
export async function readJournal(pool: pg.Pool, from: number, to: number): Promise<Reading[]> {
  const { rows } = await pool.query<JournalRow>(
    `select interface_id, ts, epoch, seq, value, text, flags from readings where pos > $1 and pos <= $2
     order by pos, interface_id, epoch, seq`,
    [from, to],
  )
  return rows.map(({ interface_id, ts, epoch, seq, value, text, flags }) => ({
    interfaceId: interface_id,
    ts: ts.getTime(),
    epoch,
    seq: Number(seq),
    value,
    text,
    flags,
  }))
}
