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
  told,
  withAlarms,
} from '../../test/alarms.ts'
import { data } from '../../test/farm.ts'
import { eventually } from '../../test/smtp.ts'

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

describe('what comes late', () => {
  test('an alarm of long ago that is over is written down as past, and nobody hears of it', async () => {
    const of = await anAlarm()
    const t = time - 120 * MINUTE
    await say(of, [opens(of, t), notifies(of, t, t), notifies(of, t, t + 30 * MINUTE, 2)], { late: true })
    const { id } = await theEvent(event(of, t))
    await say(of, [closes(of, t, t + 40 * MINUTE)], { late: true })
    await theEvent(event(of, t), row => row.status === 'CLOSED' && row.past)
    await late()
    expect(await told(id)).toHaveLength(0)
    expect(await found(event(of, t))).toMatchObject({ past: true, notifications: 0 })
    expect(data(await manager.events.occurrences({ params: { id }, query: {} })).totalElements).toBe(2)
  })

  test('one that still lasts is told once, and is past no more', async () => {
    const of = await anAlarm()
    const t = time - 120 * MINUTE
    await say(of, [opens(of, t), notifies(of, t, t), notifies(of, t, t + 30 * MINUTE, 2)], { late: true })
    const { id } = await theEvent(event(of, t), row => row.past)
    await takenIn()
    expect(await told(id)).toHaveLength(0)
    await late()
    const [mail, more] = await eventually(
      () => told(id),
      rows => rows.length > 0,
    )
    expect(more).toBeUndefined()
    expect(mail!.text).toContain('Notification 2: the alarm is still active.')
    expect(await found(event(of, t))).toMatchObject({ past: false, status: 'OPEN' })
  })

  test('as long as the box owes what it kept, people wait', async () => {
    const of = await anAlarm()
    const t = time - 120 * MINUTE
    await say(of, [opens(of, t), notifies(of, t, t)], { late: true })
    const { id } = await theEvent(event(of, t))
    // A hole between the numbers that are stored, of the store that the box says it has.
    await farm.world.owner.query(
      `update terminal_links set epoch = (select max(epoch) from sequences where terminal_id = $1) where terminal_id = $1`,
      [of.house.terminalId],
    )
    await farm.world.owner.query(`update sequences set stored = stored + '{[900000,900001)}' where terminal_id = $1`, [
      of.house.terminalId,
    ])
    await takenIn()
    await late()
    expect(await told(id)).toHaveLength(0)
    await say(of, [closes(of, t, t + MINUTE)], { late: true })
    await theEvent(event(of, t), row => row.status === 'CLOSED')
    await farm.world.owner.query(`update sequences set stored = stored - '{[900000,900001)}' where terminal_id = $1`, [
      of.house.terminalId,
    ])
    await late()
    expect(await told(id)).toHaveLength(0)
  })

  test('one that was open again climbs no list before it is known to last', async () => {
    const of = await anAlarm()
    const t = time - 120 * MINUTE
    const swung = [closes(of, t, t + 10 * MINUTE), reopens(of, t, t + 14 * MINUTE)]
    await say(of, [opens(of, t), notifies(of, t, t), ...swung], { late: true })
    const { id } = await theEvent(event(of, t))
    await takenIn()
    expect(await found(event(of, t))).toMatchObject({ status: 'OPEN', past: true })
    const climbs = async () => (await farm.world.owner.query('select from event_climbs where event_id = $1', [id])).rowCount
    expect(await climbs()).toBe(0)
    await late()
    await eventually(
      () => told(id),
      rows => rows.length === 1,
    )
    expect(await climbs()).toBe(1)
  })

  test('within an hour people are told, however it came', async () => {
    const of = await anAlarm()
    const t = time - 50 * MINUTE
    await say(of, [opens(of, t), notifies(of, t, t)], { late: true })
    const { id } = await theEvent(event(of, t), row => row.notifications === 1)
    expect(await told(id)).toHaveLength(1)
    expect(await found(event(of, t))).toMatchObject({ past: false })
  })

  test('the end may come before the beginning', async () => {
    const of = await anAlarm()
    const t = time - 30 * MINUTE
    await say(of, [closes(of, t, t + 20 * MINUTE)])
    await theEvent(event(of, t), row => row.status === 'CLOSED')
    await say(of, [opens(of, t), notifies(of, t, t), reopens(of, t, t + 10 * MINUTE)], { late: true })
    await takenIn()
    const row = await theEvent(event(of, t))
    expect(row).toMatchObject({ status: 'CLOSED', notifications: 0 })
    expect([row.open_date.getTime(), row.close_date!.getTime()]).toEqual([t, t + 20 * MINUTE])
  })
})
