// @module-tag nightly
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { aClock, anOccurrence, by, responsible, rowsOf } from '../../../test/outbox.ts'
import { aProvider } from '../../../test/provider.ts'
import type { FakeProvider } from '../../../test/provider.ts'
import { eventually } from '../../../test/smtp.ts'
import { alarmNotification } from '../messages/templates/alarm.ts'
import type { Alarm } from '../messages/templates/alarm.ts'
import { pendingReason } from './pendingReason.ts'

let provider: FakeProvider
let farm: Farm
let clock: ReturnType<typeof aClock>
const keeper = async (quiet: object | null = null) =>
  responsible(farm, 'House 1', await farm.person('Paul'), {
    phone: '+351912345678',
    time_zone: 'Europe/Lisbon',
    notifications: JSON.stringify({ channels: { MAIL: true, SMS: true, VOICE: true, WHATSAPP: true }, from: 'LOW', quiet }),
  })
const tell = async (severity: Alarm['severity'] = 'MAJOR') => {
  const alarm = { ...(await anOccurrence(farm, 'House 1', severity)), actions: by(['SMS']) }
  await farm.world.db.work(farm.system, work => farm.app.services.outbox.notify(work, alarmNotification(alarm)))
  return alarm
}
const settled = ({ eventId }: Alarm, holds: (row: Awaited<ReturnType<typeof rowsOf>>[number]) => boolean) =>
  eventually(
    () => {
      farm.app.services.outbox.wake()
      return rowsOf(farm, eventId)
    },
    rows => rows.length > 0 && rows.every(holds),
  )
/** As the list and the page of a message say it. */
const waits = async ({ eventId }: Alarm) => {
  const reader = await farm.as('House 1', ['events.read'])
  const [one] = data(await reader.outbox.search({ query: { eventId } })).content
  expect(data(await reader.outbox.details({ params: { id: one!.id } })).waits).toEqual(one!.waits)
  return one!.waits
}
const isOut = ({ state }: { state: string }) => state === 'SENT'

describe('a waiting message answers', () => {
  beforeEach(async () => {
    provider = await aProvider()
    clock = aClock()
    farm = await aFarm({ clock, settings: { PUBLIC_URL: 'https://farm.example', SMS_PROVIDER: provider.twilio } })
  })
  afterEach(async () => {
    await farm.close()
    await provider.close()
  })

  test('the end of quiet hours, unless it is CRITICAL', async () => {
    await keeper({ from: '10:30', to: '12:00' })
    const pendingId = await tell()
    const grave = await tell('CRITICAL')
    await settled(grave, isOut)
    expect(await waits(pendingId)).toEqual({ for: 'QUIET', untilUtc: '2026-07-06T11:00:00.000Z' })
    expect(await waits(grave)).toBe(null)
    clock.advance(3_600_000)
    await settled(pendingId, isOut)
    expect(await waits(pendingId)).toBe(null)
  })

  test('the time of its digest', async () => {
    await keeper()
    const all: Alarm[] = []
    for (let n = 0; n < 6; n++) all.push(await tell())
    expect(await waits(all[5]!)).toEqual({ for: 'TOGETHER', untilUtc: '2026-07-06T10:01:00.000Z' })
  })

  test('the time of its next attempt, also after quiet hours', async () => {
    await keeper({ from: '10:30', to: '12:00' })
    provider.behave({ kind: 'answer', status: 400 })
    const pendingId = await tell()
    clock.advance(3_600_000)
    await settled(pendingId, row => row.attempts === 1 && row.claimed_by === null)
    expect(await waits(pendingId)).toEqual({ for: 'RETRY', untilUtc: '2026-07-06T11:00:02.000Z' })
  })
})

const now = new Date('2026-07-06T10:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const row: Parameters<typeof pendingReason>[0] = {
  state: 'QUEUED',
  claimed_by: null,
  digest_id: null,
  due_at: now,
  attempts: 0,
  quiet: false,
  in_digest: false,
  failed_since: null,
}

test.each<[string, Partial<typeof row>]>([
  ['is due', {}],
  ['is being sent', { claimed_by: 'a', due_at: after(20), attempts: 1 }],
  ['is part of a digest', { digest_id: '7', in_digest: true, due_at: after(-300), failed_since: after(-200) }],
  ['is sent', { state: 'SENT', due_at: after(20) }],
  ['is due for less than a minute on a failing channel', { due_at: after(-59), failed_since: after(-50) }],
  ['is overdue behind other messages', { due_at: after(-300) }],
])('is null if it %s', (_, of) => expect(pendingReason({ ...row, ...of }, now)).toBe(null))

test('waits for its channel when it is overdue by more than a minute', () => {
  const channel = { for: 'CHANNEL', untilUtc: null }
  expect(pendingReason({ ...row, due_at: after(-60), failed_since: after(-50) }, now)).toEqual(channel)
  expect(pendingReason({ ...row, due_at: after(-60), failed_since: after(-300), attempts: 2, quiet: true }, now)).toEqual(channel)
})
