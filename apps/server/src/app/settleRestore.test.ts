import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClaimedBox } from '../../test/box.ts'
import { aFarm } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { anOccurrence } from '../../test/outbox.ts'
import { settleRestore } from './settleRestore.ts'

let farm: Farm
let session: Awaited<ReturnType<Farm['login']>>
beforeAll(async () => {
  farm = await aFarm()
  session = await farm.login(await farm.person('Paul'))
  await aClaimedBox(farm)
  const alarm = await anOccurrence(farm, 'Paul', 'CRITICAL')
  await farm.world.owner.query(
    `insert into notifications (key, event_id, entity_id, channel, recipient, subject, text, state, due_at, created_at)
     values ('waits', $1, $2, 'SMS', '+351912345678', '', 'Demasiado calor', 'QUEUED', now() + interval '1 hour', now())`,
    [alarm.eventId, alarm.entityId],
  )
  await farm.world.owner.query(`insert into escalation_runs (event_id, due_at) values ($1, now() - interval '3 hours')`, [
    alarm.eventId,
  ])
})
afterAll(() => farm.close())

const state = async () => {
  const { rows } = await farm.world.owner.query(
    `select (select array[state, suppression_reason] from notifications where key = 'waits') as message,
       (select count(*)::int from sessions) as sessions, (select max(command_n)::int from terminal_links) as command,
       (select due_at > now() from escalation_runs) as postponed`,
  )
  return rows[0] as unknown
}

test('a start without a restore changes nothing', async () => {
  await farm.world.owner.query(`update escalation_runs set due_at = now() + interval '1 day'`)
  await settleRestore(farm.world)
  expect(await state()).toEqual({ message: ['QUEUED', null], sessions: 1, command: 0, postponed: true })
})

test('the first start after a restore drops old messages, once', async () => {
  await farm.world.owner.query(`update escalation_runs set due_at = now() - interval '3 hours'`)
  await farm.world.owner.query('insert into restores (taken_at, restored_at) values (now(), now())')
  await settleRestore(farm.world)
  const settled = { message: ['WITHHELD', 'RESTORED'], sessions: 0, command: 1_000_000, postponed: true }
  expect(await state()).toEqual(settled)
  await expect(farm.api(session).users.notifications()).rejects.toMatchObject({ status: 401 })
  await settleRestore(farm.world)
  expect(await state()).toEqual(settled)
})
