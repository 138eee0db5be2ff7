import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { aClock, anOccurrence, by, responsible, rowsOf } from '../../test/outbox.ts'
import { aProvider } from '../../test/provider.ts'
import type { FakeProvider } from '../../test/provider.ts'
import { eventually } from '../../test/smtp.ts'
import type { News } from './outbox.ts'
import { waitsOf } from './waits.ts'

let provider: FakeProvider
let farm: Farm
let clock: ReturnType<typeof aClock>
const keeper = async (quiet: object | null = null) =>
  responsible(farm, 'House 1', await farm.person('Paul'), {
    ...{ phone: '+351912345678', time_zone: 'Europe/Lisbon' },
    notifications: JSON.stringify({ channels: { MAIL: true, SMS: true, VOICE: true, WHATSAPP: true }, from: 'LOW', quiet }),
  })
const tell = async (severity: News['severity'] = 'MAJOR') => {
  const news = { ...(await anOccurrence(farm, 'House 1', severity)), actions: by(['SMS']) }
  await farm.world.db.work(farm.system, work => farm.app.doors.outbox.tell(work, news))
  return news
}
const settled = ({ eventId }: News, holds: (row: Awaited<ReturnType<typeof rowsOf>>[number]) => boolean) =>
  eventually(
    () => {
      farm.app.doors.outbox.wake()
      return rowsOf(farm, eventId)
    },
    rows => rows.length > 0 && rows.every(holds),
  )
/** As the list and the page of a message say it. */
const waits = async ({ eventId }: News) => {
  const reader = await farm.as('House 1', ['events.read'])
  const [one] = data(await reader.outbox.search({ query: { eventId } })).content
  expect(data(await reader.outbox.details({ params: { id: one!.id } })).waits).toEqual(one!.waits)
  return one!.waits
}
const isOut = ({ state }: { state: string }) => state === 'SENT'

describe('a message that is held says', () => {
  beforeEach(async () => {
    provider = await aProvider()
    clock = aClock()
    farm = await aFarm({ clock, settings: { PUBLIC_URL: 'https://farm.example', SMS_PROVIDER: provider.twilio } })
  })
  afterEach(async () => {
    await farm.close()
    await provider.close()
  })

  test('until when quiet hours hold it back; what is CRITICAL goes out and waits for nothing', async () => {
    await keeper({ from: '10:30', to: '12:00' })
    const [held, grave] = [await tell(), await tell('CRITICAL')]
    await settled(grave, isOut)
    expect(await waits(held)).toEqual({ for: 'QUIET', untilUtc: '2026-07-06T11:00:00.000Z' })
    expect(await waits(grave)).toBe(null)
    clock.advance(3_600_000)
    await settled(held, isOut)
    expect(await waits(held)).toBe(null)
  })

  test('when it goes out together with others', async () => {
    await keeper()
    const all: News[] = []
    for (let n = 0; n < 6; n++) all.push(await tell())
    expect(await waits(all[5]!)).toEqual({ for: 'TOGETHER', untilUtc: '2026-07-06T10:01:00.000Z' })
  })

  test('when it is tried again, after the quiet hours too', async () => {
    await keeper({ from: '10:30', to: '12:00' })
    provider.behave({ kind: 'answer', status: 400 })
    const held = await tell()
    clock.advance(3_600_000)
    await settled(held, row => row.attempts === 1 && row.taken_by === null)
    expect(await waits(held)).toEqual({ for: 'RETRY', untilUtc: '2026-07-06T11:00:02.000Z' })
  })
})

const now = new Date('2026-07-06T10:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const row = {
  state: 'QUEUED',
  taken_by: null,
  digest_id: null,
  due_at: now,
  attempts: 0,
  quiet: false,
  gathered: false,
  failed_since: null,
}

test.each([
  ['it is its turn', {}],
  ['somebody tries it just now', { taken_by: 'a', due_at: after(20), attempts: 1 }],
  ['it is part of another one', { digest_id: '7', gathered: true, due_at: after(-300), failed_since: after(-200) }],
  ['it is out', { state: 'SENT', due_at: after(20) }],
  ['it is due, and its channel has been shut for moments', { due_at: after(-59), failed_since: after(-50) }],
  ['it is long due, and others go before it', { due_at: after(-300) }],
])('it waits for nothing when %s', (_, of) => expect(waitsOf({ ...row, ...of }, now)).toBe(null))

test('due for over a minute on a channel that lets nothing through, it waits for that', () => {
  const channel = { for: 'CHANNEL', untilUtc: null }
  expect(waitsOf({ ...row, due_at: after(-60), failed_since: after(-50) }, now)).toEqual(channel)
  expect(waitsOf({ ...row, due_at: after(-60), failed_since: after(-300), attempts: 2, quiet: true }, now)).toEqual(channel)
})
