import type { Data } from '@steading/contract/box/messages'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aJournal } from '../../../test/journal.ts'
import type { Journal } from '../ingest/journal.ts'
import { archiveJournalDay } from './retentionJob.sql.ts'
import { BATCHED, nightly } from './retentionJob.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 5, 1)
let now = START
let journal: Awaited<ReturnType<typeof aJournal>>
beforeEach(async () => {
  now = START
  journal = await aJournal({ clock: { now: () => now, mono: () => performance.now() } })
})
afterEach(() => journal.close())

const job = (from: Pick<Journal, 'partitions' | 'followed'> = journal.journal) => nightly(journal.world, from)
const r = Array.from({ length: 20 }, (_, minute) => [0, minute * 60_000, 20 + minute] as const)
/** Twenty readings of one minute, of which every fifth belongs to the history. */
const send = (terminalId: string, s: number, t: number) => {
  const data: Data = { v: 1, e: 1, s, t, q: 2, h: 0, r }
  return journal.journal.store({ terminalId, data, receivedAt: Math.max(now, t + 20 * 60_000) })
}
const count = async (table: string) => (await journal.rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n
const partitions = async (table: string) =>
  (
    await journal.rows<{ name: string }>(
      `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = $1::regclass order by 1`,
      [table],
    )
  ).map(row => row.name)

test('archives each day beyond the retention, and charts still read its history', async () => {
  const box = await journal.terminal({ category: 'TEMPERATURE' })
  await send(box.id, 1, START)
  now = START + 2 * DAY
  await send(box.id, 21, now)
  now = START + 101 * DAY + 1
  await job().archive()
  expect([await count('readings'), await count('journal'), await count('history')]).toEqual([4 + 20, 20, 4])
  await job().archive()
  expect(await count('readings')).toBe(4 + 20)
  now += 2 * DAY
  await job().archive()
  expect([await count('readings'), await count('journal'), await count('history')]).toEqual([4 + 4, 0, 8])
  expect(await partitions('history')).toEqual(['history_2026_06', 'history_other'])
})

test('archives all days of a standstill in one run', async () => {
  const box = await journal.terminal({ category: 'TEMPERATURE' })
  for (let day = 0; day < 7; day++) {
    now = START + day * DAY
    await send(box.id, 1 + day * 20, now)
  }
  now = START + 108 * DAY
  await job().archive()
  expect([await count('journal'), await count('history')]).toEqual([0, 7 * 4])
})

test('neither loses nor doubles readings after a crash before the commit', async () => {
  const box = await journal.terminal({ category: 'TEMPERATURE' })
  await send(box.id, 1, START)
  now = START + 101 * DAY
  const killed = journal.world.db.work(journal.system, async work => {
    expect(await archiveJournalDay(work, START, journal.journal.followed())).toBe(true)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect([await count('journal'), await count('history')]).toEqual([20, 0])
  await job().archive()
  expect([await count('journal'), await count('history')]).toEqual([0, 4])
})

test('archives late readings of an archived day in the next run', async () => {
  const box = await journal.terminal({ category: 'TEMPERATURE' })
  await send(box.id, 1, START)
  now = START + 101 * DAY
  await job().archive()
  await send(box.id, 21, START + 3_600_000)
  expect(await count('journal_other')).toBe(20)
  expect(await count('readings')).toBe(4 + 20)
  await job().archive()
  expect([await count('journal'), await count('history')]).toEqual([0, 8])
})

test('leaves a day that a follower has not read', async () => {
  const box = await journal.terminal({ category: 'TEMPERATURE' })
  await send(box.id, 1, START)
  now = START + 101 * DAY
  const { partitions: calendar, followed } = journal.journal
  await job({ partitions: calendar, followed: () => followed() - 1 }).archive()
  expect([await count('journal'), await count('history')]).toEqual([20, 0])
})

test('creates days ahead, and no day twice at the same time', async () => {
  await journal.journal.partitions.ahead()
  expect(await partitions('journal')).toEqual([
    'journal_2026_06_01',
    'journal_2026_06_02',
    'journal_2026_06_03',
    'journal_2026_06_04',
    'journal_other',
  ])
  const add = () => journal.world.ingest.query(`select add_partition('journal', '2026-06-20')`)
  await expect(Promise.all([add(), add(), add(), add()])).resolves.toHaveLength(4)
})

test('drops months of rollups beyond their retention, hours stay', async () => {
  for (const table of ['rollups_5m', 'rollups_1h'])
    for (const month of ['2026-01-15', '2026-05-15']) {
      await journal.world.owner.query(`select add_partition($1, $2)`, [table, month])
      await journal.world.owner.query(
        `insert into ${table} (interface_id, bucket, n, min, max, sum, avg, last) values (1, $1, 1, 1, 1, 1, 1, 1)`,
        [month],
      )
    }
  now = Date.UTC(2027, 2, 20)
  await job().dropOld()
  expect([await count('rollups_5m'), await count('rollups_1h')]).toEqual([1, 2])
})

test('keeps the device time of a wrong clock as long as a box could send it again', async () => {
  const box = await journal.terminal({ category: 'TEMPERATURE' })
  const data: Data = { v: 1, e: 1, s: 1, t: now + DAY, q: 2, h: 0, r: [[0, 0, 20]] }
  await journal.journal.store({ terminalId: box.id, data, receivedAt: now })
  const countRows = async () => (await journal.rows(`select 1 from device_times where terminal_id = $1`, [box.id])).length
  const tidy = async (later: number) => {
    await journal.world.owner.query(`update device_times set stored_at = $1`, [new Date(now - later)])
    await job().tidy()
  }
  await tidy(99 * DAY)
  expect(await countRows()).toBe(1)
  await tidy(101 * DAY)
  expect(await countRows()).toBe(0)
})

test('deletes old audit rows and messages, except those of an open event', async () => {
  const query = (text: string) => journal.world.owner.query(text)
  await query(`insert into audit (ts, actor_kind, actor_name, object_type, action) values
    ('2020-01-01', 'system', 'old', 'USER', 'CREATE'), ('2026-05-01', 'system', 'new', 'USER', 'CREATE')`)
  for (const status of ['OPEN', 'CLOSED'])
    await query(`with event as (insert into events (entity_id, source, source_key, title, severity, category, status, open_date)
        values (${journal.root}, 'RULE', '${status}', 'x', 'LOW', 'CLIMATE', '${status}', '2024-01-01') returning id)
      insert into notifications (key, event_id, entity_id, channel, recipient, subject, text, state, due_at, created_at)
      select '${status}', id, ${journal.root}, 'MAIL', 'a@b.example', '', '', 'SENT', '2024-01-01', '2024-01-01' from event`)
  await job().deleteOld()
  expect(await journal.rows('select actor_name from audit')).toEqual([{ actor_name: 'new' }])
  expect(await journal.rows('select key from notifications')).toEqual([{ key: 'OPEN' }])
})

/** An event with occurrences and changes in 2018 and in May 2026. Keys are its name and the year. */
const eventWithHistory = (name: string, status: string, closedAt: string | null) =>
  journal.world.owner.query(
    `with event as (insert into events (entity_id, source, source_key, title, severity, category, status, open_date, close_date)
        values ($1, 'RULE', $2, 'x', 'LOW', 'CLIMATE', $3, '2018-01-01', $4) returning id),
      dates as (select id, $2 || to_char(at, ' YYYY') as key, at from event, unnest('{2018-01-01,2026-05-01}'::timestamptz[]) as at),
      occurrences as (insert into event_occurrences (event_id, key, ts) select id, key, at from dates)
    insert into event_changes (event_id, key, status, date) select id, key, 'OPEN', at from dates`,
    [journal.root, name, status, closedAt],
  )
const keysOf = async (table: 'event_occurrences' | 'event_changes') =>
  (await journal.rows<{ key: string }>(`select key from ${table} order by key`)).map(row => row.key)

test('deletes old occurrences and changes of events that were closed before', async () => {
  await eventWithHistory('closed', 'CLOSED', '2018-02-01')
  await job().deleteOld()
  expect(await keysOf('event_occurrences')).toEqual(['closed 2026'])
  expect(await keysOf('event_changes')).toEqual(['closed 2026'])
  expect(await count('events')).toBe(1)
})

test.each([
  ['open', 'OPEN', null],
  ['acknowledged', 'PENDING', null],
  ['reopened', 'OPEN', '2018-02-01'],
  ['recently closed', 'CLOSED', '2026-05-02'],
])('keeps occurrences and changes of an event that is %s', async (name, status, closedAt) => {
  await eventWithHistory(name, status, closedAt)
  await job().deleteOld()
  expect(await keysOf('event_occurrences')).toEqual([`${name} 2018`, `${name} 2026`])
  expect(await keysOf('event_changes')).toEqual([`${name} 2018`, `${name} 2026`])
})

test('keeps an old occurrence while it has messages', async () => {
  await eventWithHistory('closed', 'CLOSED', '2018-02-01')
  const notified = (createdAt: string) =>
    journal.world.owner.query(
      `insert into notifications (key, event_id, occurrence_id, entity_id, channel, recipient, subject, text, state, due_at, created_at)
       select 'mail', event_id, id, $1, 'MAIL', 'a@b.example', '', '', 'SENT', $2, $2 from event_occurrences where key = 'closed 2018'`,
      [journal.root, createdAt],
    )
  await notified('2026-05-01')
  await job().deleteOld()
  expect(await keysOf('event_occurrences')).toEqual(['closed 2018', 'closed 2026'])
  expect(await count('notifications')).toBe(1)
  await journal.world.owner.query(`update notifications set created_at = '2018-01-01'`)
  await job().deleteOld()
  expect(await keysOf('event_occurrences')).toEqual(['closed 2026'])
  expect(await count('notifications')).toBe(0)
})

test('every foreign key onto a table with deletion by age has an index', async () => {
  const missing = await journal.rows(
    `select conrelid::regclass::text as table, conname as constraint from pg_constraint
     where contype = 'f' and confrelid = any ($1::text[]::regclass[]) and not exists (
       select from pg_index where indrelid = conrelid and indisvalid and indkey[0] = conkey[1])`,
    [[...BATCHED]],
  )
  expect(missing).toEqual([])
})

test('deletes old effects that every follower has read', async () => {
  const box = await journal.terminal({ category: 'TEMPERATURE' })
  for (const pos of [1, 2, 3])
    await journal.world.owner.query(
      `insert into effects (terminal_id, epoch, seq, pos, ts, late, body) values ($1, 1, $2, $2, $3, false, '{}')`,
      [box.id, pos, pos === 1 ? '2026-05-30' : '2023-01-01'],
    )
  await journal.world.owner.query(`insert into projections (name, pos) values ('rules', 2)`)
  await job().deleteOld()
  expect(await journal.rows('select pos::int from effects order by pos')).toEqual([{ pos: 1 }, { pos: 3 }])
})

test('keeps the last command of an output regardless of its age', async () => {
  const box = await journal.terminal({ category: 'VENTILATION_CONTROL' })
  for (const [id, at] of [
    ['first', '2023-01-01'],
    ['last', '2023-06-01'],
  ])
    await journal.world.owner.query(
      `insert into commands (id, interface_id, terminal_id, sid, n, value, state, issued_at, ttl, hold)
       values ($1, $2, $3, 's', 1, '1', 'DONE', $4, 1, 1)`,
      [id, box.interfaces[0], box.id, at],
    )
  await job().deleteOld()
  expect(await journal.rows('select id from commands')).toEqual([{ id: 'last' }])
})

test('waits for the next night by a clock behind the database', async () => {
  now = START + 20 * 3_600_000
  await job().plan()
  const [planned] = await journal.rows<{ hours: number }>(
    `select (extract(epoch from run_at - created_at) / 3600)::float8 as hours from graphile_worker.jobs where key = 'readings.nightly'`,
  )
  expect(planned!.hours).toBe(6.5)
})
