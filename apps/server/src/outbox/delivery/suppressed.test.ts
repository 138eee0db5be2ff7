import { expect, test } from 'vitest'
import { clock, farm, keeper, open, provider, settled, tell, withChannels } from '../../../test/channels.ts'
import { anOccurrence, by, rowsOf } from '../../../test/outbox.ts'
import type { Alarm } from '../messages/templates/alarm.ts'

withChannels()

test('suppresses messages delayed by an hour whose event is closed', async () => {
  await open({ SMS_PROVIDER: provider.webhook })
  await keeper()
  provider.behave({ kind: 'answer', status: 503 })
  const over = await anOccurrence(farm, 'House 1', 'CRITICAL')
  const open_ = await anOccurrence(farm, 'House 1', 'CRITICAL')
  for (const alarm of [over, open_]) await tell(farm, { ...alarm, actions: by(['SMS']) })
  await settled(farm, [over, open_], row => row.failed_since !== null && row.claimed_by === null)
  await farm.world.owner.query(`update events set status = 'CLOSED', close_date = now() where id = $1`, [over.eventId])
  clock.advance(61 * 60_000)
  provider.behave({ kind: 'take' })
  await settled(farm, [over, open_], row => row.state !== 'QUEUED')
  const state = async (one: Alarm) => (await rowsOf(farm, one.eventId)).map(row => [row.state, row.suppression_reason])
  expect(await state(over)).toEqual([['WITHHELD', 'OVER']])
  expect(await state(open_)).toEqual([['SENT', null]])
})

test('suppresses messages to disabled users, out of scope or to other countries', async () => {
  await open({ SMS_PROVIDER: provider.twilio, NOTIFY_COUNTRIES: '351' })
  provider.behave({ kind: 'answer', status: 500 })
  const ids = [(await keeper()).id, (await keeper({ phone: '+351912345679' })).id, (await keeper({ phone: '+351912345670' })).id]
  const actions = by(['SMS'], { usersList: ids, contactsList: ['+34612345678'] })
  const alarm = { ...(await anOccurrence(farm, 'House 1')), actions }
  expect((await tell(farm, alarm)).filter(message => message.isReached)).toHaveLength(3)
  await settled(farm, [alarm], row => row.last_error !== null || row.state === 'WITHHELD')
  await farm.world.db.work(farm.system, async work => {
    await work.sql.updateTable('users').set({ status: 'INACTIVE' }).where('id', '=', ids[0]!).execute()
    await work.sql.updateTable('users').set({ entity_id: farm.at.Azinheira! }).where('id', '=', ids[1]!).execute()
  })
  provider.behave({ kind: 'take' })
  clock.advance(5000)
  const rows = await settled(farm, [alarm], row => row.state !== 'QUEUED')
  expect(rows.map(row => row.suppression_reason ?? row.state)).toEqual(['RECIPIENT', 'RECIPIENT', 'SENT', 'COUNTRY'])
  expect(provider.took).toHaveLength(1)
})
