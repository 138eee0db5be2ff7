import { describe, expect, test } from 'vitest'
import {
  anAlarm,
  closes,
  event,
  farm,
  found,
  manager,
  MINUTE,
  notifies,
  opens,
  reopens,
  say,
  takenIn,
  theEvent,
  time,
  notificationsOf,
  withAlarms,
} from '../../../test/alarms.ts'
import { data } from '../../../test/farm.ts'
import { eventually } from '../../../test/smtp.ts'

withAlarms()

/** As the clock of the jobs would: those of late news now. */
const late = async () => {
  await farm.world.owner.query(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'events.late'), now())`,
  )
  await eventually(
    async () =>
      (
        await farm.world.owner.query(
          `select 1 from graphile_worker.jobs where task_identifier = 'events.late' and run_at <= now()`,
        )
      ).rowCount,
    count => count === 0,
  )
}

describe('a late effect', () => {
  test('records an old alarm that is over as historic without notifications', async () => {
    const alarm = await anAlarm()
    const t = time - 120 * MINUTE
    await say(alarm, [opens(alarm, t), notifies(alarm, t, t), notifies(alarm, t, t + 30 * MINUTE, 2)], { late: true })
    const { id } = await theEvent(event(alarm, t))
    await say(alarm, [closes(alarm, t, t + 40 * MINUTE)], { late: true })
    await theEvent(event(alarm, t), row => row.status === 'CLOSED' && row.is_historic)
    await late()
    expect(await notificationsOf(id)).toHaveLength(0)
    expect(await found(event(alarm, t))).toMatchObject({ is_historic: true, notifications: 0 })
    expect(data(await manager.events.occurrences({ params: { id }, query: {} })).totalElements).toBe(2)
  })

  test('notifies once of an alarm that is still ongoing', async () => {
    const alarm = await anAlarm()
    const t = time - 120 * MINUTE
    await say(alarm, [opens(alarm, t), notifies(alarm, t, t), notifies(alarm, t, t + 30 * MINUTE, 2)], { late: true })
    const { id } = await theEvent(event(alarm, t), row => row.is_historic)
    await takenIn()
    expect(await notificationsOf(id)).toHaveLength(0)
    await late()
    const [mail, more] = await eventually(
      () => notificationsOf(id),
      rows => rows.length > 0,
    )
    expect(more).toBeUndefined()
    expect(mail!.text).toContain('Notification 2: the alarm is still active.')
    expect(await found(event(alarm, t))).toMatchObject({ is_historic: false, status: 'OPEN' })
  })

  test('delays notifications while the backlog of the box has gaps', async () => {
    const alarm = await anAlarm()
    const t = time - 120 * MINUTE
    await say(alarm, [opens(alarm, t), notifies(alarm, t, t)], { late: true })
    const { id } = await theEvent(event(alarm, t))
    // A hole between the numbers that are stored, of the store that the box says it has.
    await farm.world.owner.query(
      `update terminal_links set epoch = (select max(epoch) from sequences where terminal_id = $1) where terminal_id = $1`,
      [alarm.house.terminalId],
    )
    await farm.world.owner.query(`update sequences set stored = stored + '{[900000,900001)}' where terminal_id = $1`, [
      alarm.house.terminalId,
    ])
    await takenIn()
    await late()
    expect(await notificationsOf(id)).toHaveLength(0)
    await say(alarm, [closes(alarm, t, t + MINUTE)], { late: true })
    await theEvent(event(alarm, t), row => row.status === 'CLOSED')
    await farm.world.owner.query(`update sequences set stored = stored - '{[900000,900001)}' where terminal_id = $1`, [
      alarm.house.terminalId,
    ])
    await late()
    expect(await notificationsOf(id)).toHaveLength(0)
  })

  test('does not escalate a reopened alarm before it is known to be ongoing', async () => {
    const alarm = await anAlarm()
    const t = time - 120 * MINUTE
    const swung = [closes(alarm, t, t + 10 * MINUTE), reopens(alarm, t, t + 14 * MINUTE)]
    await say(alarm, [opens(alarm, t), notifies(alarm, t, t), ...swung], { late: true })
    const { id } = await theEvent(event(alarm, t))
    await takenIn()
    expect(await found(event(alarm, t))).toMatchObject({ status: 'OPEN', is_historic: true })
    const climbs = async () => (await farm.world.owner.query('select from escalation_runs where event_id = $1', [id])).rowCount
    expect(await climbs()).toBe(0)
    await late()
    await eventually(
      () => notificationsOf(id),
      rows => rows.length === 1,
    )
    expect(await climbs()).toBe(1)
  })

  test('notifies of effects younger than an hour', async () => {
    const alarm = await anAlarm()
    const t = time - 50 * MINUTE
    await say(alarm, [opens(alarm, t), notifies(alarm, t, t)], { late: true })
    const { id } = await theEvent(event(alarm, t), row => row.notifications === 1)
    expect(await notificationsOf(id)).toHaveLength(1)
    expect(await found(event(alarm, t))).toMatchObject({ is_historic: false })
  })

  test('accepts the closing before the opening', async () => {
    const alarm = await anAlarm()
    const t = time - 30 * MINUTE
    await say(alarm, [closes(alarm, t, t + 20 * MINUTE)])
    await theEvent(event(alarm, t), row => row.status === 'CLOSED')
    await say(alarm, [opens(alarm, t), notifies(alarm, t, t), reopens(alarm, t, t + 10 * MINUTE)], { late: true })
    await takenIn()
    const row = await theEvent(event(alarm, t))
    expect(row).toMatchObject({ status: 'CLOSED', notifications: 0 })
    expect([row.open_date.getTime(), row.close_date!.getTime()]).toEqual([t, t + 20 * MINUTE])
  })
})
