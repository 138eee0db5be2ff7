import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aClock, anOccurrence, by, responsible, rowsOf } from '../../test/outbox.ts'
import { aFarm } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { aProvider } from '../../test/provider.ts'
import type { FakeProvider } from '../../test/provider.ts'
import { aSink, eventually } from '../../test/smtp.ts'
import { outbox } from './outbox.ts'
import type { News } from './outbox.ts'

let provider: FakeProvider
let sink: Awaited<ReturnType<typeof aSink>>
let farm: Farm
let clock: ReturnType<typeof aClock>
beforeEach(async () => {
  provider = await aProvider()
  sink = await aSink({ meanwhile: () => pause(100) })
  const settings = { PUBLIC_URL: 'https://farm.example', SMTP_URL: sink.url, SMS_PROVIDER: provider.webhook }
  clock = aClock()
  farm = await aFarm({ clock, settings })
  await responsible(farm, 'House 1', await farm.person('Paul'), { phone: '+351 912 345 678' })
})
afterEach(async () => {
  await farm.close()
  await provider.close()
  await sink.close()
})

const tell = (news: News) => farm.world.db.work(farm.system, work => farm.app.doors.outbox.tell(work, news))

test('what is CRITICAL passes what waits for a mail server that is slow', async () => {
  await farm.world.owner.query(
    `insert into notifications
       (key, entity_id, channel, recipient, language, time_zone, subject, text, html, state, severity, due_at, created_at)
     select 'MAIL' || n, (select min(id) from entities), 'MAIL', 'paul@x.example', 'en-US', 'UTC', 'House ' || n, '', '', 'QUEUED', 'MAJOR', $1, $1
     from generate_series(1, 60) n`,
    [new Date(farm.world.clock.now() - 1000)],
  )
  farm.app.doors.outbox.wake()
  const taken = async () =>
    (await farm.world.owner.query<{ n: number }>('select count(*)::int as n from notifications where taken_by is not null'))
      .rows[0]!.n
  await eventually(taken, n => n > 0)
  const before = await taken()
  const news = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['MAIL']) }
  await tell(news)
  await eventually(
    () => sink.received.length,
    count => count === 61,
  )
  const place = sink.received.findIndex(one => one.mail.subject?.includes('calor'))
  // Those that were ahead of it: each connection had one, and one to follow.
  expect(place).toBeGreaterThan(0)
  expect(place).toBeLessThanOrEqual(before / 2)
})

test('a message of which nobody could note what became is tried again as soon as any', async () => {
  provider.behave({ kind: 'answer', status: 503 })
  await farm.world.owner.query(`alter table notification_attempts add constraint none check (outcome <> 'FAILED')`)
  const news = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['SMS']) }
  await tell(news)
  const began = clock.now()
  await eventually(
    () => {
      clock.advance(100)
      farm.app.doors.outbox.wake()
      return provider.seen().asked
    },
    count => count === 3,
  )
  // A lease frees what died with its program, and that later.
  expect(clock.now() - began).toBeLessThan(18_000)
  await farm.world.owner.query('alter table notification_attempts drop constraint none')
  provider.behave({ kind: 'take' })
  const rows = await eventually(
    () => {
      clock.advance(100)
      farm.app.doors.outbox.wake()
      return rowsOf(farm, news.eventId)
    },
    found => found.every(row => row.state === 'SENT'),
  )
  expect(rows).toHaveLength(1)
  expect(provider.took).toHaveLength(1)
})

test('many that fail at once wait neither for one another nor keep anything else waiting', async () => {
  provider.behave({ kind: 'answer', status: 503 })
  const { rows: people } = await farm.world.owner.query<{ n: string }>(
    `select '+3519123' || n as n from generate_series(10000, 10031) n`,
  )
  const news = await anOccurrence(farm, 'House 1', 'CRITICAL')
  await tell({ ...news, actions: by(['SMS'], { contactsList: people.map(({ n }) => n) }) })
  const failed = async () =>
    (await rowsOf(farm, news.eventId)).filter(
      row => row.taken_by === null && row.failed_since !== null && row.last_error !== null,
    )
  await eventually(failed, rows => rows.length === 32, 15_000)
  const { rows } = await farm.world.owner.query<{ n: number }>(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ n: 0 }])
  expect((await failed()).every(row => row.attempts === 1 && !row.unsure)).toBe(true)
})

test('what nobody tried before the program ended has not failed, and goes out by its own way after', async () => {
  const contacts = Array.from({ length: 40 }, (_, n) => `vet${n}@farm.example`)
  const news = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['MAIL'], { contactsList: contacts }) }
  await tell(news)
  await eventually(
    () => sink.received.length,
    count => count > 0,
  )
  await farm.app.doors.outbox.part.stop()
  const left = (await rowsOf(farm, news.eventId)).filter(row => row.state !== 'SENT')
  expect(left.length).toBeGreaterThan(10)
  const noted = left.map(({ failed_since: failed, taken_by: taken, attempts }) => ({ failed, taken, attempts }))
  expect(noted).toEqual(left.map(() => ({ failed: null, taken: null, attempts: 0 })))
  const after = outbox(farm.world)
  await after.part.start()
  clock.advance(120_000)
  after.wake()
  const rows = await eventually(
    () => rowsOf(farm, news.eventId),
    all => all.every(row => row.state === 'SENT'),
  )
  await after.part.stop()
  expect([rows.length, sink.received.length, provider.took.length]).toEqual([40, 40, 0])
})
