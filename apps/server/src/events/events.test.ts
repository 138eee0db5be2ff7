import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aHouse, anInterface, aRule, boxDid, tooHot } from '../../test/rules.ts'
import type { House } from '../../test/rules.ts'
import { aSink, eventually } from '../../test/smtp.ts'
import { applier } from './apply.ts'
import type { Effect } from './effect.ts'
import { ruleOf } from './apply.sql.ts'
import { guarded } from './guarded.ts'

const MINUTE = 60_000
let sink: Awaited<ReturnType<typeof aSink>>
let farm: Farm
let manager: Api
let managerId: string
// Ahead of the database's clock, so that what waits for later waits.
let time = Math.ceil(Date.now() / 86_400_000) * 86_400_000

beforeAll(async () => {
  sink = await aSink()
  farm = await aFarm({
    clock: { now: () => time, mono: () => performance.now() },
    settings: {
      SMTP_URL: sink.url,
      PUBLIC_URL: 'https://farm.example',
      SESSION_HOURS: '720',
      IDLE_MINUTES: '1440',
      REQUEST_MINUTES: '1440',
    },
  })
  const email = await farm.person('Paul')
  managerId = await farm.world.db.work(farm.system, async work => {
    const { id } = await work.sql.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await work.sql.insertInto('responsibles').values({ entity_id: farm.at.Paul!, user_id: id }).execute()
    return id
  })
  manager = farm.api(await farm.login(email))
})
afterAll(async () => {
  await farm.close()
  await sink.close()
})

interface Alarm {
  readonly house: House
  readonly rule: string
}

const anAlarm = async (more: Record<string, unknown> = {}): Promise<Alarm> => {
  const house = await aHouse(farm)
  const { entityId, sectorId, terminalId } = house
  const of = tooHot(house.temperature)
  const rule = await aRule(farm, { entityId, sectorId, terminalId, displayName: 'Heat', ...of, event: { ...of.event, ...more } })
  // In service: what a rule leaves open that is not, the platform closes.
  await farm.world.owner.query(`update rules set deployment_status = 'DEPLOYED', wanted = true where id = $1`, [rule])
  return { house, rule }
}

const cause = ({ house }: Alarm, since: number, value = 33.4) => ({
  line: 0,
  interfaceId: house.temperature,
  value,
  reading: value,
  operator: 'GREATER',
  threshold: 30,
  since,
  permanence: 600,
})
const event = ({ rule }: Alarm, opened: number) => `${rule}:${opened}`
const opens = (of: Alarm, ts: number, status = 'OPEN') =>
  [
    ts,
    {
      rule: of.rule,
      kind: 'EVENT_OPEN',
      key: event(of, ts),
      event: event(of, ts),
      status,
      since: ts - 600_000,
      causes: [cause(of, ts - 600_000)],
    },
  ] as const
const notifies = (of: Alarm, opened: number, ts: number, n = 1) =>
  [
    ts,
    {
      rule: of.rule,
      kind: 'EVENT_NOTIFY',
      key: `${event(of, opened)}:0:${n}`,
      event: event(of, opened),
      line: 0,
      n,
      last: false,
      escalation: 0,
      cause: cause(of, opened - 600_000),
    },
  ] as const
const closes = (of: Alarm, opened: number, ts: number, n = 0) =>
  [ts, { rule: of.rule, kind: 'EVENT_CLOSE', key: `${event(of, opened)}:close:${n}`, event: event(of, opened) }] as const
const reopens = (of: Alarm, opened: number, ts: number, n = 1) =>
  [
    ts,
    {
      rule: of.rule,
      kind: 'EVENT_REOPEN',
      key: `${event(of, opened)}:reopen:${n}`,
      event: event(of, opened),
      reason: 'AGAIN',
      causes: [],
    },
  ] as const
const faults = (of: Alarm, rule: string, ts: number, lastGood: number, left: number, more: object = {}) =>
  [
    ts,
    {
      rule,
      kind: 'FAULT',
      key: `${rule}:fault:${of.house.temperature}:${ts}`,
      interfaceId: of.house.temperature,
      reason: 'STALE',
      lastGood,
      left,
      ...more,
    },
  ] as const

const say = ({ house }: Alarm, doings: Parameters<typeof boxDid>[2], more?: Parameters<typeof boxDid>[3]) =>
  boxDid(farm, house.terminalId, doings, more)
const found = (key: string) =>
  farm.world.db.work(farm.system, work => work.sql.selectFrom('events').selectAll().where('key', '=', key).executeTakeFirst())
const theEvent = async (key: string, holds: (row: NonNullable<Awaited<ReturnType<typeof found>>>) => boolean = () => true) =>
  (await eventually(
    () => found(key),
    row => row !== undefined && holds(row),
  ))!
const told = (eventId: string) =>
  farm.world.db.work(farm.system, work =>
    work.sql.selectFrom('notifications').selectAll().where('event_id', '=', eventId).orderBy('id').execute(),
  )
const details = async (id: string, api = manager) => data(await api.events.details({ params: { id } }))

test('the card of an event tells every condition that held when it opened, also where one speaks for all', async () => {
  const of = await anAlarm()
  const t = Date.now() - 60_000
  const [, opening] = opens(of, t)
  const second = { ...cause(of, t - 60_000, 31), line: 1, threshold: 29, permanence: 60 }
  await say(of, [[t, { ...opening, causes: [cause(of, t - 600_000), second] }], notifies(of, t, t)])
  const { id } = await theEvent(event(of, t), row => row.causes !== null)
  await eventually(
    () => details(id),
    ({ causes }) => causes.length === 2,
  )
  expect((await details(id)).causes).toMatchObject([
    { threshold: 30, permanence: 600 },
    { threshold: 29, permanence: 60, place: expect.any(String) },
  ])
})

test('an event stands where the sensor does that fired; what is measured above the place of its rule concerns that place', async () => {
  const house = await aHouse(farm)
  const { entityId, terminalId } = house
  const outside = await anInterface(farm, terminalId, 'Paul', 'OUTSIDE_TEMPERATURE', 'Outside')
  const t = time - MINUTE
  const placed = async (sector: string, sensor: string, opening = true) => {
    const where = { entityId, sectorId: farm.at[sector]!, terminalId, showAllInterfaces: true }
    const rule = await aRule(farm, { ...where, displayName: `Heat ${sector} ${sensor}`, ...tooHot(sensor) })
    const of = { house: { ...house, temperature: sensor }, rule }
    await say(of, [...(opening ? [opens(of, t)] : []), notifies(of, t, t)])
    const { id } = await theEvent(event(of, t), row => row.notifications === 1 && (!opening || row.causes !== null))
    const { entity, causes } = await details(id)
    return { of, told: [entity.displayName, causes[0]?.place] }
  }
  expect((await placed('House 2', house.temperature)).told).toEqual(['Paul | House 1', 'Paul | House 1'])
  expect((await placed('House 1', outside)).told).toEqual(['Paul | House 1', 'Paul'])
  // What was told first need not be what opened it.
  const late = await placed('House 2', house.temperature, false)
  expect(late.told).toEqual(['Paul | House 1', 'Paul | House 1'])
  await say(late.of, [opens({ ...late.of, house: { ...late.of.house, temperature: outside } }, t)])
  await theEvent(event(late.of, t), row => row.entity_id === farm.at['House 2'])
})

/** Everything that boxes said so far has been taken in. */
const takenIn = () =>
  eventually(
    () =>
      farm.world.db.work(farm.system, async work => {
        const row = await work.sql.selectFrom('projections').select('pos').where('name', '=', 'effects').executeTakeFirst()
        return Number(row?.pos ?? -1)
      }),
    pos => pos >= farm.app.doors.journal.settled(),
  )
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

beforeEach(() => (time += 120 * MINUTE))

describe('an alarm of a box', () => {
  test('opens an event, reaches its people by mail, repeats, and closes by itself', async () => {
    const of = await anAlarm()
    const t = time - MINUTE
    await say(of, [opens(of, t), notifies(of, t, t)])
    const { id } = await theEvent(event(of, t), row => row.notifications === 1)
    const { mail } = await eventually(
      () => sink.received.find(one => one.mail.text?.includes(`/events/${id}/details`)),
      one => one !== undefined,
    ).then(one => one!)
    expect(mail.subject).toBe('Critical: Temperature north (33,4\u00a0°C), Paul | House 1 – Too hot')
    expect(mail.text).toContain('Temperature north: 33,4\u00a0°C. Alarm limit: above 30,0\u00a0°C.')
    expect(mail.html).toContain(`href="https://farm.example/events/${id}/details"`)
    await say(of, [notifies(of, t, t + 1000, 2), closes(of, t, t + 2000)])
    await theEvent(event(of, t), row => row.status === 'CLOSED' && row.notifications === 2)

    expect(await details(id)).toMatchObject({
      title: 'Too hot',
      description: 'Open the inlets',
      severityLevel: 'CRITICAL',
      category: 'CLIMATE',
      origin: 'AUTOMATIC',
      status: 'CLOSED',
      ruleId: of.rule,
      ruleName: 'Heat',
      entity: { name: 'House 1', displayName: 'Paul | House 1' },
      terminal: { id: of.house.terminalId },
      openDate: new Date(t).toISOString(),
      closeDate: new Date(t + 2000).toISOString(),
      closedBy: null,
      createdBy: null,
      past: false,
      notificationCounter: 2,
      causes: [
        {
          interfaceId: of.house.temperature,
          interfaceName: 'Temperature north',
          category: 'TEMPERATURE',
          operator: 'GREATER',
          threshold: 30,
          value: 33.4,
          sinceUtc: new Date(t - 600_000).toISOString(),
          permanence: 600,
          ruleVersion: 1,
        },
      ],
    })
    const page = data(await manager.events.occurrences({ params: { id }, query: {} }))
    expect(page).toMatchObject({ size: 5, totalElements: 2 })
    expect(page.content.map(one => [one.occurrenceTimestampUtc, one.actions.MAIL])).toEqual([
      [new Date(t + 1000).toISOString(), 1],
      [new Date(t).toISOString(), 1],
    ])
    const byItself = { notes: '', user: null, name: null, step: null, via: null }
    expect(data(await manager.events.changes({ params: { id } }))).toEqual([
      { ...byItself, status: 'CLOSED', date: new Date(t + 2000).toISOString() },
      { ...byItself, status: 'OPEN', date: new Date(t).toISOString() },
    ])
  })

  test('keeps the name that its sensor had', async () => {
    const of = await anAlarm()
    const t = time - MINUTE
    await say(of, [opens(of, t), notifies(of, t, t)])
    const { id } = await theEvent(event(of, t), row => row.notifications === 1)
    await farm.world.db.work(farm.system, work =>
      work.sql.updateTable('interfaces').set({ display_name: 'Renamed' }).where('id', '=', of.house.temperature).execute(),
    )
    expect((await details(id)).causes[0]!.interfaceName).toBe('Temperature north')
  })

  test('the same doing again, whatever number it has, does nothing', async () => {
    const of = await anAlarm()
    const t = time - MINUTE
    const all = [opens(of, t), notifies(of, t, t), closes(of, t, t + 10), reopens(of, t, t + 20), closes(of, t, t + 30, 1)]
    await say(of, all)
    const before = await theEvent(event(of, t), row => row.status === 'CLOSED' && row.close_date?.getTime() === t + 30)
    await say(of, all)
    await say(of, all, { late: true })
    await takenIn()
    expect(await found(event(of, t))).toMatchObject({ status: 'CLOSED', notifications: 1, close_date: before.close_date })
    expect(await told(before.id)).toHaveLength(1)
    expect(data(await manager.events.changes({ params: { id: before.id } })).map(one => one.status)).toEqual([
      'CLOSED',
      'OPEN',
      'CLOSED',
      'OPEN',
    ])
  })

  test('one that is only logged is closed from the first, and nobody hears of it', async () => {
    const of = await anAlarm({ status: 'CLOSED' })
    const t = time - MINUTE
    await say(of, [opens(of, t, 'CLOSED')])
    const { id, status } = await theEvent(event(of, t))
    expect(status).toBe('CLOSED')
    expect(await details(id)).toMatchObject({ causes: [{ value: 33.4 }], closeDate: new Date(t).toISOString() })
    expect(await told(id)).toHaveLength(0)
  })

  test('one that is only logged keeps its occurrence where the sensor is gone meanwhile', async () => {
    const [of, gone] = [await anAlarm({ status: 'CLOSED' }), await anAlarm()]
    const t = time - MINUTE
    const [, opening] = opens(of, t, 'CLOSED')
    await say(of, [[t, { ...opening, causes: [{ ...cause(of, t), interfaceId: gone.house.temperature }] }]])
    const { id } = await theEvent(event(of, t))
    const { content } = data(await manager.events.occurrences({ params: { id }, query: {} }))
    expect(content.map(one => one.occurrenceTimestampUtc)).toEqual([new Date(t).toISOString()])
    expect((await details(id)).causes).toEqual([])
  })

  test('what it did comes in its order, of whatever kind', async () => {
    // What is CRITICAL goes ahead of all others.
    const of = await anAlarm({ severityLevel: 'MAJOR' })
    const t = time - MINUTE
    const stood: string[] = []
    farm.app.doors.events.hears('PROBE', async work => {
      const rows = await work.sql.selectFrom('events').select('key').where('rule_id', '=', of.rule).execute()
      stood.push(...rows.map(one => one.key ?? ''))
    })
    await say(of, [opens(of, t), [t, { kind: 'PROBE', key: 'probe' }], opens(of, t + 1)])
    await theEvent(event(of, t + 1))
    expect(stood).toEqual([event(of, t)])
  })

  test('a box speaks for its own rules and sensors only', async () => {
    const [of, other] = [await anAlarm(), await anAlarm()]
    const t = time - MINUTE
    await boxDid(farm, other.house.terminalId, [opens(of, t), [t, { ...opens(other, t)[1], rule: of.rule }]])
    const foreign = { ...cause(of, t), interfaceId: other.house.temperature }
    const [, opening] = opens(of, t + 1)
    const causes = [...opening.causes, { ...foreign, line: 1 }]
    await say(of, [
      [t + 1, { ...opening, causes }],
      [t + 1, { ...notifies(of, t + 1, t + 1)[1], cause: foreign }],
    ])
    const { id } = await theEvent(event(of, t + 1), row => row.latest_occurrence !== null)
    expect(await found(event(of, t))).toBeUndefined()
    expect(await found(event(other, t))).toBeUndefined()
    expect((await details(id)).causes.map(one => one.interfaceId)).toEqual([of.house.temperature])
  })

  test('what nobody can make sense of holds up no other', async () => {
    const of = await anAlarm()
    const t = time - MINUTE
    await say(of, [
      [t, { rule: '999999', kind: 'EVENT_OPEN', key: '999999:1', event: '999999:1', status: 'OPEN', since: 0, causes: [] }],
      [t, { rule: 'x', kind: 'NONSENSE', key: 'x' }],
      opens(of, t),
    ])
    expect(await theEvent(event(of, t))).toMatchObject({ status: 'OPEN' })
  })

  test('nor does one that the database refuses', async () => {
    await farm.world.owner.query(`create function refuse_it() returns trigger language plpgsql as $$
        begin if new.key like '%:poison' then raise 'no' using errcode = '22000'; end if; return new; end $$;
      create trigger refuse_it before insert on event_occurrences for each row execute function refuse_it()`)
    const of = await anAlarm()
    const t = time - MINUTE
    const poison = [t, { ...notifies(of, t, t)[1], key: `${event(of, t)}:poison` }] as const
    await say(of, [opens(of, t), poison, notifies(of, t, t)])
    expect(await theEvent(event(of, t), row => row.notifications === 1)).toMatchObject({ status: 'OPEN' })
  })
})

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
    expect(mail!.text).toContain('Message 2: the alarm is still active.')
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

describe('people', () => {
  const open = async (more: Record<string, unknown> = {}) => {
    const of = await anAlarm(more)
    const t = time - MINUTE
    await say(of, [opens(of, t), notifies(of, t, t)])
    const row = await theEvent(event(of, t), one => one.notifications === 1)
    return { of, t, id: row.id, key: event(of, t) }
  }
  const set = async (id: string, status: 'OPEN' | 'PENDING' | 'CLOSED', notes = '', api = manager) =>
    data(await api.events.setStatus({ params: { id }, body: { status, notes, version: (await details(id)).version } }))

  test('acknowledge, close and open again; each is a change, with its audit', async () => {
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
    expect(changes.map(one => [one.status, one.notes, one.user?.userId ?? null])).toEqual([
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

  test('what a box says again does not undo what they decided since', async () => {
    const { of, t, id, key } = await open()
    await say(of, [closes(of, t, t + 1000)])
    await theEvent(key, row => row.status === 'CLOSED')
    await set(id, 'OPEN')
    await say(of, [closes(of, t, t + 1000)])
    await takenIn()
    expect((await details(id)).status).toBe('OPEN')
  })

  test('an old version overwrites nothing', async () => {
    const { id } = await open()
    const { version } = await details(id)
    await set(id, 'PENDING')
    await expect(manager.events.setStatus({ params: { id }, body: { status: 'CLOSED', version } })).rejects.toMatchObject({
      status: 409,
    })
    expect((await details(id)).status).toBe('PENDING')
  })

  test('who acknowledged is left alone a while; then it goes up the list', async () => {
    const { of, t, id, key } = await open()
    const above = await farm.person('Aves')
    await farm.world.db.work(farm.system, async work => {
      const person = await work.sql.selectFrom('users').select('id').where('email', '=', above).executeTakeFirstOrThrow()
      await work.sql.insertInto('responsibles').values({ entity_id: farm.at.Aves!, user_id: person.id }).execute()
    })
    await set(id, 'PENDING')
    const acknowledged = time
    time += 16 * MINUTE
    await say(of, [notifies(of, t, acknowledged + 14 * MINUTE, 2)])
    await theEvent(key, row => row.latest_occurrence!.getTime() === acknowledged + 14 * MINUTE)
    expect(await told(id)).toHaveLength(1)
    await say(of, [notifies(of, t, acknowledged + 15 * MINUTE, 3)])
    await theEvent(key, row => row.notifications === 2)
    expect((await told(id)).map(row => row.recipient).slice(1)).toContain(above)
    expect(await told(id)).toHaveLength(3)
  })

  test('closed by hand while the danger lasts, it comes back after half an hour; its end by itself stays the person’s', async () => {
    const { of, t, id, key } = await open()
    await set(id, 'CLOSED')
    const closed = time
    time += 31 * MINUTE
    await say(of, [notifies(of, t, closed + 29 * MINUTE, 2)])
    await theEvent(key, row => row.latest_occurrence!.getTime() === closed + 29 * MINUTE)
    expect(await found(key)).toMatchObject({ status: 'CLOSED', notifications: 1 })
    await say(of, [notifies(of, t, closed + 30 * MINUTE, 3)])
    await theEvent(key, row => row.status === 'OPEN' && row.notifications === 2 && row.closed_by === null)
    const closer = await set(id, 'CLOSED')
    await say(of, [closes(of, t, time)])
    await takenIn()
    expect(await details(id)).toMatchObject({ status: 'CLOSED', closedBy: closer.closedBy, closeDate: closer.closeDate })
    expect(
      data(await manager.events.changes({ params: { id } }))
        .slice(0, 2)
        .map(one => one.user?.userId ?? null),
    ).toContain(null)
  })

  test('what they decide is told to the box that runs the rule', async () => {
    const { of, id, key } = await open()
    const revision = () =>
      farm.world.db.work(farm.system, async work => {
        const row = await work.sql
          .selectFrom('terminal_links')
          .select('desired_rev')
          .where('terminal_id', '=', of.house.terminalId)
          .executeTakeFirst()
        return row?.desired_rev ?? 0
      })
    const { statusesForBox } = await import('./events.sql.ts')
    const statuses = () => farm.world.db.work(farm.system, work => statusesForBox(work, of.house.terminalId))
    const before = await revision()
    expect(await statuses()).toEqual({})
    await set(id, 'PENDING')
    expect(await statuses()).toEqual({ [key]: 'PENDING' })
    await set(id, 'CLOSED')
    expect(await statuses()).toEqual({ [key]: 'CLOSED' })
    expect(await revision()).toBe(before + 2)
  })

  test('see and touch only what lies within their reach', async () => {
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

describe('the list', () => {
  let api: Api
  let base: number
  beforeAll(async () => {
    base = time
    const { at, world, system } = farm
    await world.db.work(system, work =>
      work.sql
        .insertInto('events')
        .values(
          (
            [
              ['A', 'Room 1', 'LOW', 'OPEN', 'CLIMATE', 'AUTOMATIC', 1, null],
              ['B', 'Room 1', 'CRITICAL', 'OPEN', 'POWER', 'AUTOMATIC', 3, null],
              ['C', 'Azinheira', 'MODERATE', 'PENDING', 'WATER', 'MANUAL', 8, null],
              ['D', 'Azinheira', 'MAJOR', 'CLOSED', 'WATER', 'MANUAL', 30, 20],
              ['E', 'Suínos', 'MAJOR', 'OPEN', 'HELPDESK', 'MANUAL', 200, null],
            ] as const
          ).map(([title, where, severity, status, category, origin, opened, closed]) => ({
            title,
            entity_id: at[where]!,
            severity,
            status,
            category,
            origin,
            open_date: new Date(time - opened * 60 * MINUTE),
            close_date: closed === null ? null : new Date(time - closed * 60 * MINUTE),
          })),
        )
        .execute(),
    )
    api = await farm.as('Suínos', ['events.read'])
  })
  const titles = async (query: Parameters<Api['events']['search']>[0]['query'], as = api) =>
    data(await as.events.search({ query }))
      .content.map(one => one.title)
      .join('')
  const ago = (hours: number) => new Date(base - hours * 60 * MINUTE).toISOString()

  test.each([
    ['newest first', () => ({}), 'ABCD'],
    ['by weight of severity', () => ({ sortProperty: 'severityLevel', sortDirection: 'DESC' }) as const, 'BDCA'],
    ['by status', () => ({ status: ['OPEN', 'PENDING'] }) as const, 'ABC'],
    ['by severity', () => ({ severityLevel: 'MAJOR' }) as const, 'D'],
    ['by category', () => ({ category: ['WATER', 'POWER'] }) as const, 'BCD'],
    ['by origin', () => ({ origin: 'MANUAL' }) as const, 'CD'],
    ['by place, with what lies below', () => ({ entity: farm.at.Azinheira! }), 'ABCD'],
    ['by sector', () => ({ entity: farm.at['Room 1']! }), 'AB'],
    ['by enterprise', () => ({ enterpriseId: farm.at.Aves! }), ''],
    ['by title', () => ({ title: 'b' }), 'B'],
    ['by opening', () => ({ fromDate: ago(9), toDate: ago(2) }), 'BC'],
    ['by closing', () => ({ closeDateFrom: ago(21), closeDateTo: ago(19) }), 'D'],
    [
      'a preset counts back from now and leaves no end',
      () => ({ lastTime: 'SIX', fromDate: ago(500), toDate: ago(5) }) as const,
      'AB',
    ],
  ])('%s', async (_, query, expected) => {
    time = base
    expect(await titles(query())).toBe(expected)
  })

  test('tickets are for those who may read them; the bell counts what is not solved, also when somebody knows', async () => {
    const helper = await farm.as('Suínos', ['events.read', 'helpdesk.read'])
    expect(await titles({}, helper)).toBe('ABCDE')
    expect(data(await api.events.openCount())).toEqual({ LOW: 1, MODERATE: 1, MAJOR: 0, CRITICAL: 1, total: 3 })
  })
})

describe('the platform’s own events', () => {
  const look = async () => {
    for (const part of farm.app.doors.events.parts) {
      await part.stop()
      await part.start()
    }
  }

  test('a silent terminal is told once, in everyone’s language, and closes when it is heard again', async () => {
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
    const german = await farm.person('Paul')
    await farm.world.db.work(farm.system, work =>
      work.sql.updateTable('users').set({ language: 'de-DE' }).where('email', '=', german).execute(),
    )
    expect((await details(id, farm.api(await farm.login(german)))).title).toBe('Box of the test: kein Signal')
    expect((await told(id))[0]!.text).toContain('No signal from Box of the test since')
    await silent(null)
    farm.world.bus.emit('terminal.back', { terminalId: house.terminalId, entityId: house.entityId, at: new Date(time) })
    expect((await theEvent(key, row => row.status === 'CLOSED')).closed_by).toBeNull()
    expect(await told(id)).toHaveLength(1)
  })

  test('closed by hand while it lasts, a silent terminal and a fault come back after half an hour, and are told again', async () => {
    const of = await anAlarm()
    const { terminalId, temperature } = of.house
    const since = new Date(time - 20 * MINUTE)
    await farm.world.owner.query(
      `insert into terminal_links (terminal_id, silent_since) values ($1, $2)
       on conflict (terminal_id) do update set silent_since = excluded.silent_since`,
      [terminalId, since],
    )
    await say(of, [faults(of, of.rule, time - 5 * MINUTE, since.getTime(), 0)])
    await look()
    const keys = [`silent:${terminalId}:${since.getTime()}`, `fault:${temperature}:${since.getTime()}`]
    const ids: string[] = []
    for (const key of keys) ids.push((await theEvent(key, row => row.notifications === 1)).id)
    await manager.events.quickClose({ body: { ids, notes: '' } })
    time += 29 * MINUTE
    await look()
    for (const key of keys) expect(await found(key)).toMatchObject({ status: 'CLOSED', notifications: 1 })
    time += 2 * MINUTE
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
    time += 31 * MINUTE
    await look()
    expect(await found(keys[0]!)).toMatchObject({ status: 'CLOSED' })
  })

  test('two boxes with one identity, and data that nobody can read, are told once a day', async () => {
    const { house } = await anAlarm()
    const { terminalId, entityId } = house
    for (let again = 0; again < 2; again++) {
      farm.world.bus.emit('terminal.doubled', { terminalId, entityId, count: 3, at: new Date(time) })
      farm.world.bus.emit('quarantine.often', { terminalId, count: 10 })
    }
    const day = new Date(time).toISOString().slice(0, 10)
    const doubled = await theEvent(`doubled:${terminalId}:${day}`, row => row.notifications === 1)
    expect((await details(doubled.id)).title).toBe('Two smart boxes use the identity of Box of the test')
    expect(await theEvent(`quarantine:${terminalId}:${day}`, row => row.notifications === 1)).toMatchObject({
      severity: 'MAJOR',
      status: 'OPEN',
    })
    await new Promise(wait => setTimeout(wait, 200))
    expect(await told(doubled.id)).toHaveLength(1)
  })

  test('an output that takes no command is one event a day, until a person has looked after it', async () => {
    const of = await anAlarm()
    const { fan } = of.house
    const unwritten = (at: number) =>
      faults(of, of.rule, at, 0, 0, {
        reason: 'UNWRITTEN',
        interfaceId: fan,
        lastGood: null,
        key: `${of.rule}:fault:${fan}:${at}`,
      })
    await say(of, [unwritten(time - 5 * MINUTE), unwritten(time - 4 * MINUTE)])
    const day = new Date(time - 5 * MINUTE).toISOString().slice(0, 10)
    const event = await theEvent(`unwritten:${fan}:${day}`, row => row.notifications === 1)
    expect(event).toMatchObject({ severity: 'MAJOR', category: 'TECHNICAL', status: 'OPEN' })
    expect(event.title).toMatch(/^Does not respond: /)
    await takenIn()
    expect(await found(event.key!)).toMatchObject({ notifications: 1 })
  })

  test('a missed sensor is one event, whichever rules miss it; worse when a control rule has none left; over when it speaks', async () => {
    const of = await anAlarm()
    const { entityId, sectorId, terminalId, temperature, fan } = of.house
    const control = await aRule(farm, {
      entityId,
      sectorId,
      terminalId,
      displayName: 'Cooling',
      template: 'THERMOSTAT',
      inputs: { sensors: [temperature], outputs: [fan], mode: 'COOL' },
    })
    const lastGood = time - 20 * MINUTE
    await say(of, [faults(of, of.rule, time - 5 * MINUTE, lastGood, 0)])
    const key = `fault:${temperature}:${lastGood}`
    const first = await theEvent(key, row => row.notifications === 1)
    expect(first).toMatchObject({ severity: 'MAJOR', category: 'TECHNICAL', title: 'No valid readings: Temperature north' })
    await say(of, [faults(of, control, time - 4 * MINUTE, lastGood, 1), faults(of, of.rule, time - 3 * MINUTE, lastGood, 0)])
    await takenIn()
    expect(await found(key)).toMatchObject({ severity: 'MAJOR', notifications: 1 })
    // Whoever took up the milder one does not know of this one.
    await manager.events.takeStep({ params: { id: first.id }, body: { step: 'SEEN', notes: '' } })
    const taken = time
    time += 6 * MINUTE
    await look()
    const due = async () => {
      const of = { text: 'select due_at from event_climbs where event_id = $1', values: [first.id] }
      return (await farm.world.owner.query<{ due_at: Date }>(of)).rows[0]?.due_at.getTime()
    }
    await eventually(due, at => at === taken + 60 * MINUTE)
    await say(of, [faults(of, control, time - 2 * MINUTE, lastGood, 0)])
    await theEvent(key, row => row.severity === 'CRITICAL' && row.notifications === 2 && row.status === 'OPEN')
    expect(await due()).toBe(time + 5 * MINUTE)
    await say(of, [faults(of, control, time - MINUTE, lastGood, 0, { reason: 'SILENT' })])
    await takenIn()
    expect(await told(first.id)).toHaveLength(2)

    const ix = await farm.world.db.work(farm.system, work =>
      work.sql.selectFrom('interfaces').select('ix').where('id', '=', temperature).executeTakeFirstOrThrow(),
    )
    await farm.app.doors.journal.store({
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
  })
})

test('what is CRITICAL is told while the rest still waits, and not again when its turn has come', async () => {
  const [other, grave] = [await anAlarm({ severityLevel: 'MAJOR' }), await anAlarm()]
  const t = time - MINUTE
  await say(other, [opens(other, t)])
  const { id } = await theEvent(event(other, t), row => row.causes !== null)
  const held = await farm.world.owner.connect()
  try {
    await held.query('begin')
    await held.query('select 1 from events where id = $1 for update', [id])
    await say(other, [notifies(other, t, t)])
    await say(grave, [opens(grave, t), notifies(grave, t, t)])
    await theEvent(event(grave, t), row => row.notifications === 1)
    expect(await told(id)).toEqual([])
  } finally {
    await held.query('rollback')
    held.release()
  }
  await theEvent(event(other, t), row => row.notifications === 1)
  await takenIn()
  expect(await found(event(grave, t))).toMatchObject({ notifications: 1, status: 'OPEN' })
})

describe('a storm', () => {
  /** What their rules did is applied in one bite; answers how many statements that took. */
  const inOneBite = async (alarms: readonly Alarm[], t: number) => {
    const fault = () => Promise.reject(new Error('none failed'))
    const apply = guarded(farm.world, applier(farm.app.doors.events.telling, { fault }))
    let statements = 0
    const count: KyselyPlugin = {
      transformQuery: ({ node }) => (statements++, node),
      transformResult: ({ result }) => Promise.resolve(result),
    }
    await farm.world.db.work(farm.system, async whole => {
      const work = { ...whole, sql: whole.sql.withPlugin(count) }
      const rules = await Promise.all(alarms.map(one => ruleOf(work, { id: one.rule, terminalId: one.house.terminalId })))
      await apply(
        work,
        alarms.map((one, at) => ({
          rule: rules[at]!,
          doings: [opens(one, t), notifies(one, t, t)].map(([ts, doing]) => ({
            effect: { ...doing, ts } as Effect, // safe: as boxes send them
            ...{ version: 1, late: false, over: false },
          })),
        })),
      )
    })
    return statements
  }

  test('of many alarms at once takes as many statements as of one, and tells of each what of one alone is told', async () => {
    const t = time - MINUTE
    const alone = await anAlarm()
    const many = [await anAlarm(), await anAlarm(), await anAlarm(), await anAlarm({ severityLevel: 'MAJOR' })]
    const statements = await inOneBite([alone], t)
    expect(statements).toBeLessThanOrEqual(16)
    expect(await inOneBite(many, t)).toBe(statements)
    const theirs = async (one: Alarm) => {
      const row = await theEvent(event(one, t))
      const { causes } = await details(row.id)
      expect(causes.map(({ interfaceId }) => interfaceId)).toEqual([one.house.temperature])
      expect(data(await manager.events.occurrences({ params: { id: row.id }, query: {} })).totalElements).toBe(1)
      expect(data(await manager.events.changes({ params: { id: row.id } })).map(({ status }) => status)).toEqual(['OPEN'])
      expect(row).toMatchObject({ status: 'OPEN', notifications: 1, terminal_id: one.house.terminalId, rule_id: one.rule })
      expect(row.latest_occurrence).toEqual(new Date(t))
      return (await told(row.id)).map(message => [message.channel, message.recipient, message.severity, message.subject])
    }
    const [first] = await theirs(alone)
    for (const one of many.slice(0, 3)) expect(await theirs(one)).toEqual([first])
    const [milder] = await theirs(many[3]!)
    expect(milder).toMatchObject(['MAIL', first![1], 'MAJOR', expect.stringContaining('Too hot')])
    // The same again changes nothing.
    await inOneBite([alone, ...many], t)
    for (const one of [alone, ...many]) expect(await theirs(one)).toHaveLength(1)
  })

  test('tells one person of four by themselves, of whatever comes with them together', async () => {
    // Nothing else is told meanwhile.
    for (const part of farm.app.doors.events.parts) await part.stop()
    time += 2 * MINUTE
    const t = time - MINUTE
    const many: Alarm[] = []
    while (many.length < 8) many.push(await anAlarm())
    await inOneBite(many.slice(0, 2), t)
    await inOneBite(many.slice(2), t)
    const gathered: boolean[] = []
    for (const one of many) gathered.push(...(await told((await theEvent(event(one, t))).id)).map(message => message.gathered))
    expect(gathered).toEqual([false, false, false, false, true, true, true, true])
  })
})
