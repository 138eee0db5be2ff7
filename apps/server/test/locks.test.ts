import { afterEach, expect, test } from 'vitest'
import { lockEvents } from '../src/events/events.sql.ts'
import { aFarm } from './farm.ts'
import type { Farm } from './farm.ts'
import { anOccurrence, by, responsible, rowsOf } from './outbox.ts'
import { aProvider } from './provider.ts'
import { eventually } from './smtp.ts'
import { alarmNotification } from '../src/outbox/index.ts'

let farm: Farm
afterEach(() => farm.close())

test('a transaction on an event does not block messages about it', async () => {
  const provider = await aProvider()
  farm = await aFarm({ settings: { SMS_PROVIDER: provider.twilio, PUBLIC_URL: 'https://farm.example' } })
  await responsible(farm, 'House 1', await farm.person('Paul'), { phone: '+351 912 345 678' })
  const news = { ...(await anOccurrence(farm, 'House 1')), actions: by(['SMS']) }
  await farm.world.db.work(farm.system, async work => {
    await lockEvents(work, [news.eventId])
    await farm.world.db.work(farm.system, other => farm.app.services.outbox.notify(other, alarmNotification(news)))
    await eventually(
      () => rowsOf(farm, news.eventId),
      rows => rows.length > 0 && rows.every(row => row.state === 'SENT'),
    )
  })
  expect(provider.took).toHaveLength(1)
  await provider.close()
})
