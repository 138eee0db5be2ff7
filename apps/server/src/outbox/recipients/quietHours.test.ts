import { expect, test } from 'vitest'
import { chosen, clock, farm, isOut, keeper, open, provider, settled, sink, tell, withChannels } from '../../../test/channels.ts'
import { anOccurrence, by, rowsOf } from '../../../test/outbox.ts'
import type { Alarm } from '../messages/templates/alarm.ts'
import { updateQuietHours } from './quietHours.ts'

const CHOICES = chosen().notifications

withChannels()

test('removing quiet hours makes waiting messages due', async () => {
  await open({ SMTP_URL: sink.url })
  const quiet = { from: '00:00', to: '23:59' }
  const { id } = await keeper({ notifications: JSON.stringify({ ...JSON.parse(CHOICES), quiet }), time_zone: 'UTC' })
  const alarm = { ...(await anOccurrence(farm, 'House 1', 'MAJOR')), actions: by(['MAIL']) }
  await tell(farm, alarm)
  expect((await rowsOf(farm, alarm.eventId))[0]).toMatchObject({ state: 'QUEUED', quiet: true })
  await farm.world.db.work(farm.system, work => updateQuietHours(work, { userId: id, quiet: null, timeZone: 'UTC' }))
  await settled(farm, [alarm], isOut)
})

test('quiet hours delay messages that are not CRITICAL until their end', async () => {
  await open({ SMS_PROVIDER: provider.twilio })
  await keeper(chosen({ quiet: { from: '10:30', to: '12:00' } }))
  const make = async (severity: Alarm['severity']) => {
    const alarm = { ...(await anOccurrence(farm, 'House 1', severity)), actions: by(['SMS']) }
    await tell(farm, alarm)
    return alarm
  }
  const over = await make('MAJOR')
  const lasts = await make('MAJOR')
  const grave = await make('CRITICAL')
  await settled(farm, [grave], isOut)
  clock.advance(59 * 60_000)
  await farm.idle()
  expect(provider.took).toHaveLength(1)
  await farm.world.db.work(farm.system, work =>
    work.sql.updateTable('events').set({ status: 'CLOSED' }).where('id', '=', over.eventId).execute(),
  )
  clock.advance(60_000)
  await settled(farm, [lasts], isOut)
  expect((await settled(farm, [over], row => row.state !== 'QUEUED'))[0]).toMatchObject({
    state: 'WITHHELD',
    suppression_reason: 'QUIET_OVER',
  })
  expect(provider.took).toHaveLength(2)
})
