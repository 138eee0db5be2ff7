import type { Range } from '@steading/contract/box/messages'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { finished } from 'node:stream/promises'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { READING_COLUMNS } from '../copy/rowEncoders.ts'
import type { ReadingEncoder } from '../copy/rowEncoders.ts'
import type { DeviceTime, JournalEffect } from './intake.ts'
import type { Reading } from '../reading.ts'

/** Sequence numbers that a transaction settles: by items, and as gaps. */
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
  readonly effects: readonly (JournalEffect & { readonly terminalId: string; readonly epoch: number })[]
  readonly deviceTimes: readonly (DeviceTime & { readonly terminalId: string; readonly epoch: number })[]
}

/** Numbers of the group are stored already: the memory is outdated. */
export class SequenceOverlap extends Error {}

/** Advisory lock: one process writes the journal. Each writer's connection holds a lock while it lives. */
const WRITER = 0x5375
export const lockWriter = (client: pg.ClientBase, writer: number) =>
  client.query('select pg_advisory_lock($1, $2)', [WRITER, writer])

/** The first of a block of positions, see POSITION_BLOCK. */
export async function nextPositionBlock(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ first: string }>(`select nextval('journal_pos')::text as first`)
  return Number(rows[0]!.first)
}
/** Positions of a block: the increment of the sequence. */
export const POSITION_BLOCK = 100

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
 * One round trip begins the transaction and settles the numbers. A number that is settled twice is an overlap, unless it was a
 * gap. All values are digits, so they are inlined.
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
  if (answers[1]?.rowCount !== sequences.length) throw new SequenceOverlap()
}

async function copyReadings(client: pg.ClientBase, pos: number, { readings }: Rows, encode: ReadingEncoder) {
  const stream = client.query(copyFrom(`copy journal (${READING_COLUMNS}) from stdin (format binary)`))
  stream.end(encode(readings, pos))
  await finished(stream)
}

/** Slow path, for a group with rows that exist already. */
const insertReadings = (client: pg.ClientBase, pos: number, { readings }: Rows) =>
  client.query(
    `insert into journal (${READING_COLUMNS})
     select ts, seq, $1, value, interface_id, epoch, flags, text
     from unnest($2::timestamptz[], $3::int8[], $4::float8[], $5::int4[], $6::int4[], $7::int2[], $8::text[])
       as r (ts, seq, value, interface_id, epoch, flags, text)
     on conflict do nothing`,
    [
      pos,
      readings.map(reading => instant(reading.ts)),
      readings.map(reading => reading.seq),
      readings.map(reading => reading.value),
      readings.map(reading => reading.interfaceId),
      readings.map(reading => reading.epoch),
      readings.map(reading => reading.flags),
      readings.map(reading => reading.text),
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
      effects.map(effect => effect.terminalId),
      effects.map(effect => effect.epoch),
      effects.map(effect => effect.seq),
      effects.map(effect => instant(effect.ts)),
      effects.map(effect => effect.late),
      effects.map(effect => JSON.stringify(effect.body)),
    ],
  )

const insertDeviceTimes = (client: pg.ClientBase, { deviceTimes }: Rows) =>
  client.query(
    `insert into device_times (terminal_id, epoch, seq, ts)
     select * from unnest($1::int8[], $2::int4[], $3::int8[], $4::timestamptz[]) on conflict do nothing`,
    [
      deviceTimes.map(deviceTime => deviceTime.terminalId),
      deviceTimes.map(deviceTime => deviceTime.epoch),
      deviceTimes.map(deviceTime => deviceTime.seq),
      deviceTimes.map(deviceTime => instant(deviceTime.ts)),
    ],
  )

const instant = (ms: number) => new Date(ms).toISOString()

export async function cursorOf(work: UnitOfWork, name: string): Promise<number> {
  await work.sql
    .insertInto('projections')
    .values({ name, pos: 0 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { pos } = await work.sql.selectFrom('projections').select('pos').where('name', '=', name).executeTakeFirstOrThrow()
  return Number(pos)
}

/** Moves a cursor from its expected position; false: it stands elsewhere. */
export async function moveCursor(work: UnitOfWork, name: string, from: number, to: number): Promise<boolean> {
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

/** The readings of the positions after `from` up to `to`. */
export async function readJournal(pool: pg.Pool, from: number, to: number): Promise<Reading[]> {
  const { rows } = await pool.query<JournalRow>(
    `select interface_id, ts, epoch, seq, value, text, flags from journal where pos > $1 and pos <= $2
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
