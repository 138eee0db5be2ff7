import { afterEach, beforeEach, expect, test } from 'vitest'
import { aClock, anOccurrence, by, responsible, rowsOf } from '../../../test/outbox.ts'
import { aFarm } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { aProvider } from '../../../test/provider.ts'
import type { FakeProvider } from '../../../test/provider.ts'
import { aSink, eventually } from '../../../test/smtp.ts'
import { createOutbox } from '../outbox.ts'
import { MAX_CONNECTIONS } from '../transport/mailer.ts'
import { alarmNotification } from '../messages/templates/alarm.ts'
import type { Alarm } from '../messages/templates/alarm.ts'

let provider: FakeProvider
let sink: Awaited<ReturnType<typeof aSink>>
let farm: Farm
let clock: ReturnType<typeof aClock>
/** The answers that the mail server holds back; null: it answers at once. */
let blockedSends: (() => void)[] | null
beforeEach(async () => {
  provider = await aProvider()
  blockedSends = null
  sink = await aSink({ meanwhile: () => new Promise<void>(answer => (blockedSends ? blockedSends.push(answer) : answer())) })
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

const tell = (alarm: Alarm) =>
  farm.world.db.work(farm.system, work => farm.app.services.outbox.notify(work, alarmNotification(alarm)))

test('CRITICAL messages overtake those waiting for a slow mail server', async () => {
  await farm.world.owner.query(
    `insert into notifications
       (key, entity_id, channel, recipient, language, time_zone, subject, text, state, urgency, due_at, created_at)
     select 'MAIL' || n, (select min(id) from entities), 'MAIL', 'paul@x.example', 'en-US', 'UTC', 'House ' || n, '', 'QUEUED', 'NORMAL', $1, $1
     from generate_series(1, 60) n`,
    [new Date(farm.world.clock.now() - 1000)],
  )
  const answers: (() => void)[] = []
  blockedSends = answers
  farm.app.services.outbox.wake()
  await eventually(
    () => answers.length,
    count => count === MAX_CONNECTIONS,
  )
  const alarm = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['MAIL']) }
  await tell(alarm)
  const place = async () => {
    for (let ended = 0; ; ended++) {
      if (sink.received.some(({ mail }) => mail.subject?.includes('calor'))) return ended - 1
      // One at a time: the next mail of each connection is under way before another one ends.
      await eventually(
        () => answers.length,
        count => count === MAX_CONNECTIONS,
      )
      answers.shift()!()
      await eventually(
        () => sink.received.length,
        count => count > ended,
      )
      if (ended === 0)
        await eventually(
          () => rowsOf(farm, alarm.eventId),
          rows => rows.length === 1 && rows[0]!.claimed_by !== null,
        )
    }
  }
  // Ahead of it: the mail that ended, and for each connection one under way and one to follow.
  const ahead = await place()
  expect(ahead).toBeGreaterThan(0)
  expect(ahead).toBeLessThanOrEqual(1 + 2 * MAX_CONNECTIONS)
  blockedSends = null
  for (const answer of answers) answer()
  await eventually(
    () => sink.received.length,
    count => count === 61,
  )
})

test('retries a message whose outcome could not be stored', { tags: ['nightly'] }, async () => {
  provider.behave({ kind: 'answer', status: 503 })
  await farm.world.owner.query(`alter table notification_attempts add constraint none check (outcome <> 'FAILED')`)
  const alarm = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['SMS']) }
  await tell(alarm)
  const began = clock.now()
  await eventually(
    () => {
      clock.advance(100)
      farm.app.services.outbox.wake()
      return provider.seen().asked
    },
    count => count === 3,
  )
  // Two leases of 20 s would pass, were the message claimed again as one of a program that ended.
  expect(clock.now() - began).toBeLessThan(40_000)
  await farm.world.owner.query('alter table notification_attempts drop constraint none')
  provider.behave({ kind: 'take' })
  const rows = await eventually(
    () => {
      clock.advance(100)
      farm.app.services.outbox.wake()
      return rowsOf(farm, alarm.eventId)
    },
    found => found.every(row => row.state === 'SENT'),
  )
  expect(rows).toHaveLength(1)
  expect(provider.took).toHaveLength(1)
})

test('many simultaneous failures do not block the channel', async () => {
  provider.behave({ kind: 'answer', status: 503 })
  const { rows: people } = await farm.world.owner.query<{ n: string }>(
    `select '+3519123' || n as n from generate_series(10000, 10031) n`,
  )
  const alarm = await anOccurrence(farm, 'House 1', 'CRITICAL')
  await tell({ ...alarm, actions: by(['SMS'], { contactsList: people.map(({ n }) => n) }) })
  const failed = async () =>
    (await rowsOf(farm, alarm.eventId)).filter(
      row => row.claimed_by === null && row.failed_since !== null && row.last_error !== null,
    )
  await eventually(failed, rows => rows.length === 32)
  const { rows } = await farm.world.owner.query<{ n: number }>(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ n: 0 }])
  expect((await failed()).every(row => row.attempts === 1 && !row.outcome_unknown)).toBe(true)
})

test('sends messages that a shutdown left without an attempt', { tags: ['nightly'] }, async () => {
  const contacts = Array.from({ length: 40 }, (_, n) => `vet${n}@farm.example`)
  const alarm = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: by(['MAIL'], { contactsList: contacts }) }
  await tell(alarm)
  await eventually(
    () => sink.received.length,
    count => count > 0,
  )
  await farm.app.services.outbox.part.stop()
  const left = (await rowsOf(farm, alarm.eventId)).filter(row => row.state !== 'SENT')
  expect(left.length).toBeGreaterThan(10)
  const noted = left.map(({ failed_since: failed, claimed_by: taken, attempts }) => ({ failed, taken, attempts }))
  expect(noted).toEqual(left.map(() => ({ failed: null, taken: null, attempts: 0 })))
  const after = createOutbox(farm.world)
  await after.part.start()
  clock.advance(120_000)
  after.wake()
  const rows = await eventually(
    () => rowsOf(farm, alarm.eventId),
    all => all.every(row => row.state === 'SENT'),
  )
  await after.part.stop()
  expect([rows.length, sink.received.length, provider.took.length]).toEqual([40, 40, 0])
})
