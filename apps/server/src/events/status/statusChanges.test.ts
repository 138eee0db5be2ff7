import { describe, expect, test } from 'vitest'
import type { Alarm } from '../../../test/alarms.ts'
import {
  anAlarm,
  closes,
  details,
  event,
  farm,
  found,
  later,
  manager,
  managerId,
  MINUTE,
  notifies,
  opens,
  say,
  takenIn,
  theEvent,
  time,
  notificationsOf,
  withAlarms,
} from '../../../test/alarms.ts'
import { data } from '../../../test/farm.ts'
import { oneAlarm } from '../../../test/outbox.ts'
import { linkToken } from '../../outbox/index.ts'

withAlarms()

describe('people', () => {
  const open = async (more: Record<string, unknown> = {}) => {
    const alarm = await anAlarm(more)
    const t = time - MINUTE
    await say(alarm, [opens(alarm, t), notifies(alarm, t, t)])
    const row = await theEvent(event(alarm, t), one => one.notifications === 1)
    return { of: alarm, t, id: row.id, key: event(alarm, t) }
  }
  const set = async (id: string, status: 'OPEN' | 'PENDING' | 'CLOSED', notes = '', api = manager) =>
    data(await api.events.setStatus({ params: { id }, body: { status, notes, version: (await details(id)).version } }))

  test('acknowledge, close and reopen with a change and an audit record each', async () => {
    const { id } = await open()
    expect(await set(id, 'PENDING', 'On my way')).toMatchObject({ status: 'PENDING', closedBy: null })
    expect(await set(id, 'CLOSED', 'Fan repaired')).toMatchObject({
      status: 'CLOSED',
      closedBy: { userId: managerId },
      closeDate: new Date(time).toISOString(),
    })
    expect(await set(id, 'OPEN')).toMatchObject({
      status: 'OPEN',
      closedBy: null,
      closeDate: null,
      lastUpdatedBy: { userId: managerId },
    })
    const changes = data(await manager.events.changes({ params: { id } }))
    expect(changes.map(change => [change.status, change.notes, change.user?.userId ?? null])).toEqual([
      ['OPEN', '', managerId],
      ['CLOSED', 'Fan repaired', managerId],
      ['PENDING', 'On my way', managerId],
      ['OPEN', '', null],
    ])
    const audit = await farm.world.db.work(farm.system, work =>
      work.sql
        .selectFrom('audit')
        .select(['action', 'changes'])
        .where('object_type', '=', 'event')
        .where('object_id', '=', id)
        .orderBy('id')
        .execute(),
    )
    expect(audit.map(one => one.action)).toEqual(['UPDATE', 'CLOSE', 'REOPEN'])
    expect(audit[1]!.changes).toEqual([
      { field: 'status', old: 'PENDING', new: 'CLOSED' },
      { field: 'notes', old: null, new: 'Fan repaired' },
      { field: 'step', old: null, new: 'SOLVED' },
    ])
  })

  test('see the assignee and step of a PENDING event; notes do not count', async () => {
    const { id } = await open()
    const row = async () => data(await manager.events.search({ query: {} })).content.find(one => one.id === id)!
    expect((await row()).takenUp).toBeNull()
    data(await manager.events.takeStep({ params: { id }, body: { step: 'GOING', notes: 'With a belt' } }))
    const { closedBy: boss } = await set((await open()).id, 'CLOSED')
    const going = {
      name: boss!.shortName,
      step: 'GOING',
      date: new Date(time).toISOString(),
      notes: 'With a belt',
      arrivesAt: null,
    }
    expect((await row()).takenUp).toEqual(going)
    later(MINUTE)
    await set(id, 'PENDING', 'The office has called twice')
    expect((await details(id)).takenUp).toEqual(going)
    await set(id, 'CLOSED')
    expect((await row()).takenUp).toBeNull()
  })

  describe('an ongoing event that a user closed', () => {
    const until = () => new Date(time + 30 * MINUTE).toISOString()
    const lasting = async (id: string) => {
      const row = data(await manager.events.search({ query: {} })).content.find(one => one.id === id)!
      expect((await details(id)).lasting).toEqual(row.lasting)
      return row.lasting
    }
    const reads = (alarm: Alarm, value: number) =>
      farm.world.owner.query(
        `insert into last_values (interface_id, ts, received_at, flags, value) values ($1, $2, $2, 0, $3)
         on conflict (interface_id) do update set ts = $2, value = $3`,
        [alarm.house.temperature, new Date(time), value],
      )

    test('tells so until it reopens, and whether it was checked on site', async () => {
      const { of: alarm, id } = await open()
      await reads(alarm, 33)
      expect(await lasting(id)).toBeNull()
      await set(id, 'CLOSED')
      const due = until()
      expect(await lasting(id)).toEqual({ untilUtc: due, checked: false })
      // Also to whoever opens it by the link of their message.
      const [message] = await notificationsOf(id)
      const token = linkToken(farm.world.secrets, message!.id)
      const { key, opened } = data(await farm.api().events.followLink({ body: { token } }))
      const { lines, ...linked } = oneAlarm(opened)
      expect(linked).toMatchObject({ lasting: { untilUtc: due, checked: false }, lasts: false })
      expect(lines.join(' ')).toContain('Last reading')
      later(29 * MINUTE)
      expect(await lasting(id)).toEqual({ untilUtc: due, checked: false })
      later(2 * MINUTE)
      expect(await lasting(id)).toBeNull()
      await set(id, 'OPEN')
      expect(oneAlarm(data(await farm.api().events.linked({ body: { key } })))).toMatchObject({ lasting: null, lasts: true })
      later(MINUTE)
      data(await manager.events.takeStep({ params: { id }, body: { step: 'CHECKED' } }))
      await set(id, 'CLOSED')
      expect(await lasting(id)).toEqual({ untilUtc: until(), checked: true })
    })

    test('is over once its sensor or rule reports the end', async () => {
      const { of: alarm, t, id } = await open()
      await set(id, 'CLOSED')
      await reads(alarm, 29.5)
      expect(await lasting(id)).toBeNull()
      await reads(alarm, 31)
      expect(await lasting(id)).not.toBeNull()
      await say(alarm, [closes(alarm, t, time)])
      await takenIn()
      expect(await lasting(id)).toBeNull()
      const other = await open()
      await farm.world.owner.query('update rules set auto_close = false where id = $1', [other.of.rule])
      await set(other.id, 'CLOSED')
      expect(await lasting(other.id)).toBeNull()
    })
  })

  test('keep their later decisions when a box repeats an effect', async () => {
    const { of: alarm, t, id, key } = await open()
    await say(alarm, [closes(alarm, t, t + 1000)])
    await theEvent(key, row => row.status === 'CLOSED')
    await set(id, 'OPEN')
    await say(alarm, [closes(alarm, t, t + 1000)])
    await takenIn()
    expect((await details(id)).status).toBe('OPEN')
  })

  test('get a conflict for an old version', async () => {
    const { id } = await open()
    const { version } = await details(id)
    await set(id, 'PENDING')
    await expect(manager.events.setStatus({ params: { id }, body: { status: 'CLOSED', version } })).rejects.toMatchObject({
      status: 409,
    })
    expect((await details(id)).status).toBe('PENDING')
  })

  test('are not notified during the quiet period, then escalation continues', async () => {
    const { of: alarm, t, id, key } = await open()
    const above = await farm.person('Aves')
    await farm.world.db.work(farm.system, async work => {
      const person = await work.sql.selectFrom('users').select('id').where('email', '=', above).executeTakeFirstOrThrow()
      await work.sql.insertInto('responsibles').values({ entity_id: farm.at.Aves!, user_id: person.id }).execute()
    })
    await set(id, 'PENDING')
    const acknowledged = time
    later(16 * MINUTE)
    await say(alarm, [notifies(alarm, t, acknowledged + 14 * MINUTE, 2)])
    await theEvent(key, row => row.latest_occurrence!.getTime() === acknowledged + 14 * MINUTE)
    expect(await notificationsOf(id)).toHaveLength(1)
    await say(alarm, [notifies(alarm, t, acknowledged + 15 * MINUTE, 3)])
    await theEvent(key, row => row.notifications === 2)
    expect((await notificationsOf(id)).map(row => row.recipient).slice(1)).toContain(above)
    expect(await notificationsOf(id)).toHaveLength(3)
  })

  test('closing an ongoing event reopens it after 30 minutes', async () => {
    const { of: alarm, t, id, key } = await open()
    await set(id, 'CLOSED')
    const closed = time
    later(31 * MINUTE)
    await say(alarm, [notifies(alarm, t, closed + 29 * MINUTE, 2)])
    await theEvent(key, row => row.latest_occurrence!.getTime() === closed + 29 * MINUTE)
    expect(await found(key)).toMatchObject({ status: 'CLOSED', notifications: 1 })
    await say(alarm, [notifies(alarm, t, closed + 30 * MINUTE, 3)])
    await theEvent(key, row => row.status === 'OPEN' && row.notifications === 2 && row.closed_by === null)
    const closer = await set(id, 'CLOSED')
    await say(alarm, [closes(alarm, t, time)])
    await takenIn()
    expect(await details(id)).toMatchObject({ status: 'CLOSED', closedBy: closer.closedBy, closeDate: closer.closeDate })
    expect(
      data(await manager.events.changes({ params: { id } }))
        .slice(0, 2)
        .map(one => one.user?.userId ?? null),
    ).toContain(null)
  })

  test('send their status to the box that runs the rule', async () => {
    const { of: alarm, id, key } = await open()
    const revision = () =>
      farm.world.db.work(farm.system, async work => {
        const row = await work.sql
          .selectFrom('terminal_links')
          .select('desired_rev')
          .where('terminal_id', '=', alarm.house.terminalId)
          .executeTakeFirst()
        return row?.desired_rev ?? 0
      })
    const { statusesForBox } = await import('../events.sql.ts')
    const statuses = () => farm.world.db.work(farm.system, work => statusesForBox(work, alarm.house.terminalId))
    const before = await revision()
    expect(await statuses()).toEqual({})
    await set(id, 'PENDING')
    expect(await statuses()).toEqual({ [key]: 'PENDING' })
    await set(id, 'CLOSED')
    expect(await statuses()).toEqual({ [key]: 'CLOSED' })
    expect(await revision()).toBe(before + 2)
  })

  test('see and change only events in scope', async () => {
    const { id } = await open()
    const beside = await farm.as('Suínos')
    const { version } = await details(id)
    for (const call of [
      () => beside.events.details({ params: { id } }),
      () => beside.events.occurrences({ params: { id }, query: {} }),
      () => beside.events.changes({ params: { id } }),
      () => beside.events.setStatus({ params: { id }, body: { status: 'CLOSED', version } }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 })
    expect(data(await beside.events.search({ query: {} })).totalElements).toBe(0)
    expect(data(await beside.events.openCount()).total).toBe(0)
    const reader = await farm.as('Paul', ['events.read'])
    await expect(reader.events.setStatus({ params: { id }, body: { status: 'CLOSED', version } })).rejects.toMatchObject({
      status: 403,
    })
    const seen = await details(id)
    expect(seen.status).toBe('OPEN')
    // The box stands at the farm: whoever works in the house alone knows which one it was.
    const inside = await farm.as('House 1', ['events.read'])
    expect(data(await inside.events.details({ params: { id } })).terminal).toEqual(seen.terminal)
    expect(seen.terminal).not.toBeNull()
  })
})
