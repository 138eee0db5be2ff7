import { describe, expect, test } from 'vitest'
import {
  anAlarm,
  details,
  farm,
  found,
  later,
  manager,
  MINUTE,
  say,
  takenIn,
  theEvent,
  time,
  notificationsOf,
  withAlarms,
} from '../../../test/alarms.ts'
import type { Alarm } from '../../../test/alarms.ts'
import { data } from '../../../test/farm.ts'
import { aRule } from '../../../test/rules.ts'
import { eventually } from '../../../test/smtp.ts'

withAlarms()

const faults = (alarm: Alarm, rule: string, ts: number, lastGood: number, left: number, more: object = {}) =>
  [
    ts,
    {
      rule,
      kind: 'FAULT',
      key: `${rule}:fault:${alarm.house.temperature}:${ts}`,
      interfaceId: alarm.house.temperature,
      reason: 'STALE',
      lastGood,
      left,
      ...more,
    },
  ] as const

describe('system alarms', () => {
  const look = async () => {
    for (const part of farm.app.services.events.parts) {
      await part.stop()
      await part.start()
    }
  }

  test('a silent terminal raises one alarm, closed when it is back', async () => {
    const { house } = await anAlarm()
    const since = new Date(time - 20 * MINUTE)
    const silent = (at: Date | null) =>
      farm.world.db.work(farm.system, work =>
        work.sql
          .insertInto('terminal_links')
          .values({ terminal_id: house.terminalId, silent_since: at, last_communication_at: new Date(time) })
          .onConflict(conflict =>
            conflict.column('terminal_id').doUpdateSet({ silent_since: at, last_communication_at: new Date(time) }),
          )
          .execute(),
      )
    await silent(since)
    await look()
    const key = `silent:${house.terminalId}:${since.getTime()}`
    const { id } = await theEvent(key, row => row.notifications === 1)
    await look()
    farm.world.bus.emit('terminal.silent', { terminalId: house.terminalId, entityId: house.entityId, since })
    expect(await details(id)).toMatchObject({
      title: 'No signal from Box of the test',
      severityLevel: 'MAJOR',
      category: 'TECHNICAL',
      status: 'OPEN',
    })
    for (const title of ['no signal from box', 'kein signal', 'sem sinal'])
      expect(data(await manager.events.search({ query: { title } })).content.map(one => one.id)).toContain(id)
    const german = await farm.person('Paul')
    await farm.world.db.work(farm.system, work =>
      work.sql.updateTable('users').set({ language: 'de-DE' }).where('email', '=', german).execute(),
    )
    expect((await details(id, farm.api(await farm.login(german)))).title).toBe('Box of the test: kein Signal')
    expect((await notificationsOf(id))[0]!.text).toContain('No signal from Box of the test since')
    await silent(null)
    farm.world.bus.emit('terminal.back', { terminalId: house.terminalId, entityId: house.entityId, at: new Date(time) })
    expect((await theEvent(key, row => row.status === 'CLOSED')).closed_by).toBeNull()
    expect(await notificationsOf(id)).toHaveLength(1)
  })

  test('an ongoing alarm closed by a user reopens after 30 minutes', async () => {
    const alarm = await anAlarm()
    const { terminalId, temperature } = alarm.house
    const since = new Date(time - 20 * MINUTE)
    await farm.world.owner.query(
      `insert into terminal_links (terminal_id, silent_since) values ($1, $2)
       on conflict (terminal_id) do update set silent_since = excluded.silent_since`,
      [terminalId, since],
    )
    await say(alarm, [faults(alarm, alarm.rule, time - 5 * MINUTE, since.getTime(), 0)])
    await look()
    const keys = [`silent:${terminalId}:${since.getTime()}`, `fault:${temperature}:${since.getTime()}`]
    const ids: string[] = []
    for (const key of keys) ids.push((await theEvent(key, row => row.notifications === 1)).id)
    await manager.events.quickClose({ body: { ids, notes: '' } })
    later(29 * MINUTE)
    await look()
    for (const key of keys) expect(await found(key)).toMatchObject({ status: 'CLOSED', notifications: 1 })
    later(2 * MINUTE)
    for (const key of keys) {
      await eventually(
        async () => {
          await look()
          return found(key)
        },
        row => row?.status === 'OPEN' && row.notifications > 1,
      )
      const { id } = (await found(key))!
      expect(data(await manager.events.changes({ params: { id } })).map(one => one.status)).toEqual(['OPEN', 'CLOSED', 'OPEN'])
    }
    // Who closed it again has as long again.
    await manager.events.quickClose({ body: { ids, notes: '' } })
    await look()
    for (const key of keys) expect(await found(key)).toMatchObject({ status: 'CLOSED' })
    await farm.world.owner.query('update terminal_links set silent_since = null where terminal_id = $1', [terminalId])
    later(31 * MINUTE)
    await look()
    expect(await found(keys[0]!)).toMatchObject({ status: 'CLOSED' })
  })

  test('duplicate identities and bad payloads raise one alarm a day', async () => {
    const { house } = await anAlarm()
    const { terminalId, entityId } = house
    for (let again = 0; again < 2; again++) {
      farm.world.bus.emit('terminal.doubled', { terminalId, entityId, count: 3, at: new Date(time) })
      farm.world.bus.emit('quarantine.often', { terminalId, count: 10 })
    }
    const day = new Date(time).toISOString().slice(0, 10)
    const doubled = await theEvent(`doubled:${terminalId}:${day}`, row => row.notifications === 1)
    expect((await details(doubled.id)).title).toBe('Duplicate identity: two smart boxes report as Box of the test')
    expect(await theEvent(`quarantine:${terminalId}:${day}`, row => row.notifications === 1)).toMatchObject({
      severity: 'MAJOR',
      status: 'OPEN',
    })
    await farm.idle()
    expect(await notificationsOf(doubled.id)).toHaveLength(1)
  })

  test('an output fault raises one alarm a day, closed by users', async () => {
    const alarm = await anAlarm()
    const { fan } = alarm.house
    const unwritten = (at: number) =>
      faults(alarm, alarm.rule, at, 0, 0, {
        reason: 'UNWRITTEN',
        interfaceId: fan,
        lastGood: null,
        key: `${alarm.rule}:fault:${fan}:${at}`,
      })
    await say(alarm, [unwritten(time - 5 * MINUTE), unwritten(time - 4 * MINUTE)])
    const day = new Date(time - 5 * MINUTE).toISOString().slice(0, 10)
    const event = await theEvent(`unwritten:${fan}:${day}`, row => row.notifications === 1)
    expect(event).toMatchObject({ severity: 'MAJOR', category: 'TECHNICAL', status: 'OPEN' })
    expect(event.title).toMatch(/^No response: /)
    await takenIn()
    expect(await found(event.source_key!)).toMatchObject({ notifications: 1 })
  })

  test('a missing sensor raises one alarm for all rules, closed by a good reading', async () => {
    const alarm = await anAlarm()
    const { entityId, sectorId, terminalId, temperature, fan } = alarm.house
    const control = await aRule(farm, {
      entityId,
      sectorId,
      terminalId,
      displayName: 'Cooling',
      template: 'THERMOSTAT',
      inputs: { sensors: [temperature], outputs: [fan], mode: 'COOL' },
    })
    await openBatch(sectorId)
    const lastGood = time - 20 * MINUTE
    await say(alarm, [faults(alarm, alarm.rule, time - 5 * MINUTE, lastGood, 0)])
    const key = `fault:${temperature}:${lastGood}`
    const first = await theEvent(key, row => row.notifications === 1)
    expect(first).toMatchObject({ severity: 'MAJOR', category: 'TECHNICAL', title: 'No valid readings: Temperature north' })
    await say(alarm, [
      faults(alarm, control, time - 4 * MINUTE, lastGood, 1),
      faults(alarm, alarm.rule, time - 3 * MINUTE, lastGood, 0),
    ])
    await takenIn()
    expect(await found(key)).toMatchObject({ severity: 'MAJOR', notifications: 1 })
    // Whoever took up the milder one does not know of this one.
    await manager.events.takeStep({ params: { id: first.id }, body: { step: 'SEEN', notes: '' } })
    const taken = time
    later(6 * MINUTE)
    await look()
    const due = async () => {
      const of = { text: 'select due_at from escalation_runs where event_id = $1', values: [first.id] }
      return (await farm.world.owner.query<{ due_at: Date }>(of)).rows[0]?.due_at.getTime()
    }
    await eventually(due, at => at === taken + 60 * MINUTE)
    await say(alarm, [faults(alarm, control, time - 2 * MINUTE, lastGood, 0)])
    await theEvent(key, row => row.severity === 'CRITICAL' && row.notifications === 2 && row.status === 'OPEN')
    expect(await due()).toBe(time + 5 * MINUTE)
    await say(alarm, [faults(alarm, control, time - MINUTE, lastGood, 0, { reason: 'SILENT' })])
    await takenIn()
    expect(await notificationsOf(first.id)).toHaveLength(2)

    const ix = await farm.world.db.work(farm.system, work =>
      work.sql.selectFrom('interfaces').select('ix').where('id', '=', temperature).executeTakeFirstOrThrow(),
    )
    await farm.app.services.journal.store({
      terminalId,
      receivedAt: time,
      data: { v: 1, e: 2, s: 1, t: time, q: 2, h: 0, r: [[ix.ix, 0, 24.5]] },
    })
    await eventually(
      async () => {
        await look()
        return found(key)
      },
      row => row?.status === 'CLOSED',
    )
    await closeBatches(sectorId)
  })

  test('the last sensor of a control rule is critical only while a batch is open', async () => {
    const alarm = await anAlarm()
    const { entityId, sectorId, terminalId, temperature, fan } = alarm.house
    const control = await aRule(farm, {
      entityId,
      sectorId,
      terminalId,
      displayName: 'Cooling without animals',
      template: 'THERMOSTAT',
      inputs: { sensors: [temperature], outputs: [fan], mode: 'COOL' },
    })
    await farm.world.owner.query('update rules set desired = true, desired_version = 1 where id = $1', [control])
    const lastGood = time - 20 * MINUTE
    await say(alarm, [faults(alarm, control, time - 2 * MINUTE, lastGood, 0)])
    const key = `fault:${temperature}:${lastGood}`
    const { id } = await theEvent(key, row => row.notifications === 1)
    expect(await details(id)).toMatchObject({ severityLevel: 'MAJOR', batch: null, batchDay: null })
    await look()
    expect(await found(key)).toMatchObject({ severity: 'MAJOR', notifications: 1 })
    // The animals arrive in a house that controls blindly.
    await openBatch(sectorId)
    await eventually(
      async () => {
        await look()
        return found(key)
      },
      row => row?.severity === 'CRITICAL' && row.notifications === 2,
    )
    await look()
    expect(await found(key)).toMatchObject({ severity: 'CRITICAL', notifications: 2 })
    // The box is critical for a reason of its own.
    const other = await anEvent(entityId, 'OUTPUT_FAULT')
    await closeBatches(sectorId)
    await eventually(
      async () => {
        await look()
        return found(key)
      },
      row => row?.severity === 'MAJOR',
    )
    expect(await found(key)).toMatchObject({ severity: 'MAJOR', status: 'OPEN', notifications: 2 })
    expect(await found(other)).toMatchObject({ severity: 'CRITICAL' })
    // Other animals arrive: the people hear of it again.
    later(MINUTE)
    await openBatch(sectorId, time - MINUTE / 2)
    await eventually(
      async () => {
        await look()
        return found(key)
      },
      row => row?.severity === 'CRITICAL' && row.notifications === 3,
    )
    await look()
    expect(await found(key)).toMatchObject({ severity: 'CRITICAL', notifications: 3 })
    await closeBatches(sectorId)
  })
})

/** An open CRITICAL event of a problem; answers its key. */
const anEvent = async (entityId: string, problem: string) => {
  const key = `${problem}:${entityId}`
  await farm.world.owner.query(
    `insert into events (entity_id, source, problem, subject_type, subject_id, source_key, title, severity, category, status, open_date)
     values ($1, 'PLATFORM', $2, 'INTERFACE', '0', $3, 'Fault', 'CRITICAL', 'TECHNICAL', 'OPEN', $4)`,
    [entityId, problem, key, new Date(time)],
  )
  return key
}

const openBatch = (entityId: string, openedAt = time - 60 * MINUTE) =>
  farm.world.owner.query(
    `insert into batches (entity_id, code, sector_number, species, open_date, created_at)
     values ($1, 'T-' || (select count(*) from batches), '1', 'BROILER', $2, $2)`,
    [entityId, new Date(openedAt)],
  )
const closeBatches = (entityId: string) =>
  farm.world.owner.query('update batches set close_date = $2 where entity_id = $1 and close_date is null', [
    entityId,
    new Date(time - 1000),
  ])
