import { MOST_REHEARSED_EVENTS } from '@steading/contract/rules/rehearsal'
import type { Rehearsed, RehearsalDraft } from '@steading/contract/rules/rehearsal'
import type { RuleDetails } from '@steading/contract/rules/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aHouse, anInterface, aRule, tooHot } from '../../test/rules.ts'
import type { House } from '../../test/rules.ts'
import { eventually } from '../../test/smtp.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 1440 * MINUTE

let farm: Farm
let manager: Api
let email: string
let house: House
let other: House
let templates: { [engine: string]: string }
const start = Date.parse('2026-07-06T10:00:00Z')
let time = start
let mono = 0
let seq = 0

beforeAll(async () => {
  farm = await aFarm({
    clock: { now: () => time, mono: () => mono },
    settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' },
  })
  email = await farm.person('Paul')
  await farm.world.owner.query(`insert into responsibles (entity_id, user_id) select $1, id from users where email = $2`, [
    farm.at.Paul,
    email,
  ])
  manager = farm.api(await farm.login(email))
  ;[house, other] = [await aHouse(farm), await aHouse(farm, 'Paul', 'House 2')]
  const { rows } = await farm.world.owner.query<{ engine: string; id: string }>(
    'select engine, id::text from rule_templates where entity_id is null',
  )
  templates = Object.fromEntries(rows.map(({ engine, id }) => [engine, id]))
})
afterAll(() => farm.close())

type Body = Parameters<Api['rehearsal']['rehearse']>[0]['body']
/** Long after the last one: nothing is kept of it. */
const rehearse = (api: Api, body: Body): Promise<Rehearsed> => {
  mono += 200_000
  return rehearseAgain(api, body)
}
const rehearseAgain = async (api: Api, body: Body): Promise<Rehearsed> => {
  for await (const message of data(await api.rehearsal.rehearse({ body }))) if (message.type === 'result') return message.result
  throw new Error('there was no result')
}

/** A rule as a form holds it. */
const draftOf = ({ inputs, eventConfiguration, autoClose, ...rule }: RuleDetails): RehearsalDraft => ({
  inputs,
  autoClose,
  eventConfiguration,
  rootEntityId: rule.rootEntity.id,
  sectorId: rule.sector?.id ?? null,
  templateId: rule.ruleTemplate.id,
  terminalId: rule.terminal?.id ?? null,
})
const details = async (id: string) => data(await manager.rules.details({ params: { id } }))

interface Row {
  readonly id: string
  readonly ts: number
  readonly value: number
  readonly flags?: number
}
/** Straight into the journal, as of long ago. */
const past = (rows: readonly Row[]) =>
  farm.world.owner.query(
    `insert into journal (interface_id, ts, seq, pos, value, epoch, flags)
     select * from unnest($1::int4[], $2::timestamptz[], $3::int8[], $4::int8[], $5::float8[], $6::int4[], $7::int2[])`,
    [
      rows.map(row => Number(row.id)),
      rows.map(row => new Date(row.ts)),
      rows.map(() => ++seq),
      rows.map(() => 0),
      rows.map(row => row.value),
      rows.map(() => 0),
      rows.map(row => row.flags ?? 16),
    ],
  )
/** A reading a minute over some minutes, `value` of each. */
const minutes = (id: string, from: number, count: number, value: (minute: number) => number, flags = 16) =>
  past(Array.from({ length: count }, (_, minute) => ({ id, ts: from + minute * MINUTE, value: value(minute), flags })))

const alarm = (lines: readonly Record<string, unknown>[], more: Partial<RehearsalDraft> = {}): RehearsalDraft => ({
  rootEntityId: farm.at.Paul!,
  sectorId: farm.at['House 1']!,
  templateId: templates['ALARM_WITHOUT_ACTUATION']!,
  terminalId: house.terminalId,
  inputs: [{ id: 'lines', value: lines }],
  eventConfiguration: { severityLevel: 'MAJOR' },
  ...more,
})
const hot = (interfaceId: string, more: Record<string, unknown> = {}) => ({
  interfaceId,
  logicOperator: 'GREATER',
  inputValue: 30,
  permanenceTime: '00:02',
  ...more,
})

test('notifies the people of the entity of the sensor', async () => {
  const neighbour = await farm.person('House 2')
  await farm.world.owner.query('insert into responsibles (entity_id, user_id) select $1, id from users where email = $2', [
    farm.at['House 2'],
    neighbour,
  ])
  const from = start - 40 * HOUR
  await minutes(other.temperature, from, 30, minute => (minute > 5 && minute < 20 ? 33 : 25))
  const draft = alarm([hot(other.temperature)], {
    templateId: templates['CLOUD_ALARM']!,
    terminalId: null,
    eventConfiguration: { severityLevel: 'MAJOR', actionConfigurations: [{ type: 'MAIL' }] },
  })
  const tried = await rehearse(manager, { rule: draft, ruleId: null, days: 7 })
  expect(tried.draft.messages.map(message => message.recipient)).toEqual([neighbour])
  await farm.world.owner.query('delete from responsibles where entity_id = $1', [farm.at['House 2']])
  await farm.world.owner.query('delete from journal where interface_id = $1', [other.temperature])
})

test('lists the real events of a technical rule', async () => {
  const id = await aRule(farm, {
    entityId: house.entityId,
    sectorId: house.sectorId,
    terminalId: house.terminalId,
    displayName: 'Technical',
    template: 'ALARM_WITHOUT_ACTUATION',
    inputs: { lines: [hot(house.temperature)] },
    event: { title: 'Technical', severityLevel: 'MAJOR', category: 'TECHNICAL' },
  })
  await farm.world.owner.query(
    `insert into events (source_key, entity_id, rule_id, title, description, severity, category, source, status, open_date, close_date, is_historic, created_at)
     values ($1, $2, $3, 'Technical', '', 'MAJOR', 'TECHNICAL', 'RULE', 'CLOSED', $4, $5, false, $4)`,
    [`${id}:1`, house.sectorId, id, new Date(start - 30 * HOUR), new Date(start - 29 * HOUR)],
  )
  const tried = await rehearse(manager, { rule: draftOf(await details(id)), ruleId: id, days: 7 })
  expect(tried.real.events).toHaveLength(1)
})

test('repeats the events, notifications and recipients of a live alarm', async () => {
  // Up the list of people stands somebody, too.
  const boss = await farm.person('Grupo')
  await farm.world.owner.query('insert into responsibles (entity_id, user_id) select $1, id from users where email = $2', [
    farm.at.Aves,
    boss,
  ])
  const line = (one: House) => hot(one.temperature, { repetitionTime: '00:05', notificationLimit: 2 })
  const rule = await aRule(farm, {
    entityId: farm.at.Paul!,
    displayName: 'Hot anywhere',
    template: 'CLOUD_ALARM',
    inputs: { lines: [line(house), line(other)] },
    event: {
      title: 'Hot',
      severityLevel: 'CRITICAL',
      category: 'CLIMATE',
      hasRepetitionTime: false,
      actionConfigurations: [{ type: 'MAIL', recurrence: 360, properties: { contactsList: ['vet@steading.example'] } }],
    },
    autoClose: true,
  })
  data(await manager.rules.deploy({ body: { ids: [rule] } }))
  await tick()
  // Events by one box, by both, one that comes again at once, and what is too short for any.
  const hotMinutes = [
    [10, 25, 31, 40, 70, 71, 110, 118],
    [35, 55, 90, 97, 117, 122],
  ]
  const isHot = (at: number, minute: number) => hotMinutes[at]!.filter(turn => turn <= minute).length % 2 === 1
  const until = 150
  for (let minute = 1; minute <= until; minute++) {
    for (const [at, one] of [house, other].entries())
      await measure(one, start + minute * MINUTE + at * 7_000, isHot(at, minute) ? 33 : 27)
    // Who is told is told by the clock of now: it does not run ahead of the rules.
    await caughtUp()
    // Besides, it climbs as long as nobody acts: that is not the rule's doing.
    await farm.world.owner.query('delete from escalation_runs')
  }
  await tick()
  const read = () =>
    farm.world.owner.query<{ open_date: Date; close_date: Date | null; notifications: number }>(
      'select open_date, close_date, notifications from events where rule_id = $1 order by open_date',
      [rule],
    )
  const { rows: events } = await eventually(read, ({ rows }) => rows.length === 3 && rows.every(row => row.close_date))
  const { rows: messages } = await farm.world.owner.query<{ recipient: string; count: number }>(
    `select recipient, count(*)::int as count from notifications join events on events.id = event_id where events.rule_id = $1 group by 1`,
    [rule],
  )
  time += 2 * MINUTE
  const wish = { rule: draftOf(await details(rule)), ruleId: rule, days: 7 } as const
  const result = await rehearse(await farm.as('Grupo'), wish)
  expect(messages.map(message => message.recipient).toSorted()).toEqual([boss, email, 'vet@steading.example'].toSorted())
  const expected = events.map(event => ({
    openUtc: event.open_date.toISOString(),
    closeUtc: event.close_date!.toISOString(),
    notifications: event.notifications,
  }))
  expect(expected.reduce((sum, one) => sum + one.notifications, 0)).toBeGreaterThan(expected.length)
  for (const outcome of [result.draft, result.deployed!]) {
    expect(outcome.events).toEqual(expected.map(one => expect.objectContaining(one)))
    expect(Object.fromEntries(outcome.messages.map(message => [message.recipient, message.count]))).toEqual(
      Object.fromEntries(messages.map(message => [message.recipient, message.count])),
    )
    expect(outcome.notificationCount).toBe(expected.reduce((sum, one) => sum + one.notifications, 0))
  }
  expect(result.real.events).toMatchObject(expected.map(({ openUtc, closeUtc }) => ({ openUtc, closeUtc })))
  expect(result).toMatchObject({ readings: 2 * until, approximate: false })
  // Nothing was done by it.
  expect((await read()).rows).toEqual(events)
})

/** A reading as its box sends it, through the journal. */
const measure = ({ terminalId, temperature }: House, ts: number, value: number) =>
  measureAll(terminalId, ts, { [temperature]: value })

/** Readings of one instant, in one message. */
async function measureAll(terminalId: string, ts: number, values: Readonly<Record<string, number>>) {
  time = Math.max(time, ts)
  const { rows } = await farm.world.owner.query<{ id: string; ix: number }>(
    'select id, ix from interfaces where id = any($1::bigint[])',
    [Object.keys(values)],
  )
  await farm.app.services.journal.store({
    terminalId,
    receivedAt: time,
    data: { v: 1, e: 1, s: seq + 1, t: ts, q: 2, h: 0, r: rows.map(({ id, ix }) => [ix, 0, values[id]!] as const) },
  })
  seq += rows.length
}

/** The rules of the cloud have seen all that is stored. */
async function caughtUp() {
  const cursor = () => farm.world.owner.query<{ pos: string }>(`select pos from projections where name = 'rules'`)
  await eventually(cursor, ({ rows }) => Number(rows[0]?.pos ?? -1) >= farm.app.services.journal.settled())
}

async function tick() {
  await caughtUp()
  const part = farm.app.services.rules.parts.find(one => one.name === 'global rules')!
  await part.stop()
  await part.start()
}

describe('an alarm on the rate of a calculated register', () => {
  test.each([
    { operation: 'SUM', reset: 0 },
    { operation: 'SUM', reset: 1 },
    { operation: 'DIFF', reset: 0 },
    { operation: 'DIFF', reset: 1 },
  ] as const)('$operation: a reset of source $reset alarms neither live nor in a rehearsal', async ({ operation, reset }) => {
    const { terminalId, entityId } = house
    const name = `${operation} ${reset}`
    const meter = (place: string) => anInterface(farm, terminalId, 'House 1', 'WATER_COUNTER', `${name} ${place}`)
    const first = await meter('first')
    const second = await meter('second')
    const virtual = { operation, sourceIds: [first, second] }
    const body = { displayName: name, terminalId, entityId: farm.at['House 1']!, category: 'WATER_COUNTER', virtual } as const
    const { id: interfaceId } = data(await manager.interfaces.create({ body }))
    const line = { interfaceId, permanenceTime: '00:00' }
    const lines = [
      { ...line, logicOperator: 'GREATER', inputValue: 500 },
      { ...line, logicOperator: 'LESS', inputValue: 50 },
    ]
    const event = { title: 'Water', severityLevel: 'MAJOR', category: 'CLIMATE' } as const
    const rule = await aRule(farm, { entityId, displayName: name, template: 'CLOUD_ALARM', inputs: { lines }, event })
    data(await manager.rules.deploy({ body: { ids: [rule] } }))
    await tick()
    const registers = [21_000, 20_000]
    /** Litres of the meters in each of some spans of two minutes. */
    const count = async (spans: number, ...litres: readonly [number, number]) => {
      for (let span = 0; span < spans; span++) {
        for (const [index, added] of litres.entries()) registers[index]! += added
        await measureAll(terminalId, time + 2 * MINUTE, { [first]: registers[0]!, [second]: registers[1]! })
        await caughtUp()
      }
      await tick()
    }
    const opened = async () =>
      (
        await farm.world.owner.query<{ at: Date }>(
          `select open_date as at from events where rule_id = $1 and source = 'RULE' order by open_date`,
          [rule],
        )
      ).rows.map(({ at }) => at.toISOString())
    // 300 and 120 L an hour.
    await count(6, 10, 4)
    registers[reset] = 0
    await count(6, 10, 4)
    expect(await opened()).toEqual([])
    await count(4, 50, 4)
    const alarms = await opened()
    expect(alarms).toHaveLength(1)
    time += 2 * MINUTE
    const tried = await rehearse(manager, { rule: draftOf(await details(rule)), ruleId: rule, days: 7 })
    for (const outcome of [tried.draft, tried.deployed!]) expect(outcome.events.map(({ openUtc }) => openUtc)).toEqual(alarms)
    data(await manager.rules.undeploy({ body: { ids: [rule] } }))
  })
})

describe('a control rule', () => {
  const from = start - 3 * DAY
  let house: House
  beforeAll(async () => {
    house = await aHouse(farm)
  })
  const cooling = (setPoint: number) => ({
    rootEntityId: farm.at.Paul!,
    sectorId: farm.at['House 1']!,
    terminalId: house.terminalId,
    templateId: templates['THERMOSTAT']!,
    inputs: [
      { id: 'sensors', value: [house.temperature] },
      { id: 'outputs', value: [house.fan] },
      { id: 'mode', value: 'COOL' },
      { id: 'setPoint', value: setPoint },
      { id: 'differential', value: 1 },
    ],
  })
  // Before its first reading, and five minutes after its last, it cools to be safe.
  const switches = ({ outputs }: Rehearsed['draft']) =>
    outputs.map(output => output.values.filter(({ atUtc }) => atUtc >= at(0)).map(({ atUtc, value }) => [atUtc, value]))
  const at = (minute: number) => new Date(from + minute * MINUTE).toISOString()

  test('compares the draft with the version in service and the real outputs', async () => {
    await minutes(house.temperature, from, 60, minute => (minute < 20 ? 20 : minute < 40 ? 25 : 20))
    await past([
      { id: house.fan, ts: start - 8 * DAY, value: 0 },
      { id: house.fan, ts: from + 30 * MINUTE, value: 1 },
      { id: house.fan, ts: from + 31 * MINUTE, value: 1 },
      { id: house.fan, ts: from + 50 * MINUTE, value: 0 },
    ])
    const { rule } = data(await manager.rules.create({ body: { ...cooling(24), displayName: 'Cooling' } }))
    const inService = `update rules set body_version = 2, running_version = 1, running_hash = 'x', desired = true, deployment_status = 'DEPLOYED' where id = $1`
    await farm.world.owner.query(inService, [rule.id])
    const result = await rehearse(manager, { rule: cooling(30), ruleId: rule.id, days: 7 })
    const safe = [at(64), true]
    expect(switches(result.draft)).toEqual([[[at(0), false], safe]])
    expect(switches(result.deployed!)).toEqual([[[at(0), false], [at(20), true], [at(40), false], safe]])
    expect(result.draft.outputs[0]!.values[0]).toEqual({ atUtc: result.fromUtc, value: false })
    expect(result.draft.outputs).toMatchObject([{ interfaceId: house.fan, writes: 3 }])
    expect(result.deployed!.outputs).toMatchObject([{ writes: 5, on: result.draft.outputs[0]!.on! + 20 * 60 }])
    const span = (Date.parse(result.untilUtc) - Date.parse(result.fromUtc)) / 1000
    expect(result.draft.outputs[0]!.on).toBeCloseTo(span - 300 - 64 * 60, 1)
    expect(result.deployed).toMatchObject({ eventCount: 0, events: [], messages: [], faultCount: 2 })
    expect(result.real.outputs).toEqual([
      {
        interfaceId: house.fan,
        values: [
          { atUtc: result.fromUtc, value: false },
          { atUtc: at(30), value: true },
          { atUtc: at(50), value: false },
        ],
      },
    ])
  })

  test('does not write an output during a manual command', async () => {
    await farm.world.owner.query(
      `insert into commands (id, interface_id, terminal_id, sid, n, value, issued_at, ttl, hold, issuer_name, state)
       values ('01held', $1, $2, 's', 1, 'false', $3, 8000, 600000, 'x', 'DONE')`,
      [house.fan, house.terminalId, new Date(from + 15 * MINUTE)],
    )
    const result = await rehearse(manager, { rule: cooling(24), days: 7 })
    expect(switches(result.draft)[0]!.slice(0, -1)).toEqual([
      [at(0), false],
      [at(25), true],
      [at(40), false],
    ])
  })
})

describe('readings', () => {
  const from = start - 2 * DAY

  test('are ignored if they are bad, and late ones for a global rule', async () => {
    await minutes(other.temperature, from, 30, () => 20)
    await minutes(other.temperature, from + 30 * MINUTE, 5, () => 35, 16 + 1)
    await minutes(other.temperature, from + 35 * MINUTE, 5, () => 35, 16 + 4)
    await minutes(other.temperature, from + 40 * MINUTE, 5, () => 35, 16 + 8)
    await minutes(other.temperature, from + 45 * MINUTE, 20, () => 20)
    const sector = { sectorId: farm.at['House 2']! }
    const global = alarm([hot(other.temperature)], { ...sector, templateId: templates['CLOUD_ALARM']!, terminalId: null })
    const before = ({ draft }: Rehearsed) => draft.events.filter(event => event.openUtc < new Date(start).toISOString())
    expect(before(await rehearse(manager, { rule: global, days: 7 }))).toEqual([])
    // The box itself had them in time.
    const own = alarm([hot(other.temperature)], { ...sector, terminalId: other.terminalId })
    expect(before(await rehearse(manager, { rule: own, days: 7 }))).toMatchObject([
      { openUtc: new Date(from + 37 * MINUTE).toISOString() },
    ])
  })
})

test('values that are sent on change are unknown during an outage', async () => {
  const from = start - 40 * DAY
  const pump = await anInterface(farm, other.terminalId, 'House 2', 'MAINS_POWER', 'Mains')
  const minute = (at: number) => new Date(from + at * MINUTE)
  await past([
    { id: pump, ts: from - 60 * DAY, value: 0 },
    { id: pump, ts: from, value: 1 },
  ])
  const line = { interfaceId: pump, logicOperator: 'EQUAL', inputValue: true, permanenceTime: '00:30' }
  const rule = alarm([line], { sectorId: null, templateId: templates['CLOUD_ALARM']!, terminalId: null })
  expect((await rehearse(manager, { rule, days: 90 })).draft).toMatchObject({
    faultCount: 0,
    events: [{ openUtc: minute(30).toISOString(), closeUtc: null }],
  })
  await farm.world.owner.query(
    `insert into events (entity_id, terminal_id, source_key, title, severity, category, source, problem, status, open_date, close_date)
     values ($1, $2, $3, 'No signal', 'MAJOR', 'TECHNICAL', 'PLATFORM', 'TERMINAL_SILENT', 'CLOSED', $4, $5)`,
    [farm.at.Paul, other.terminalId, `silent:${other.terminalId}:1`, minute(10), minute(20)],
  )
  expect((await rehearse(manager, { rule, days: 90 })).draft).toMatchObject({
    faultCount: 1,
    events: [{ openUtc: new Date(from + 50 * MINUTE + 1).toISOString() }],
  })
})

test('replaces missing readings by 5-minute means and reports it', async () => {
  const from = start - 60 * DAY
  await farm.world.owner.query(
    `insert into rollups_5m (interface_id, bucket, n, min, max, sum, avg, last)
     select $1, $2::timestamptz + n * interval '5 minutes', 5, 20, 40, 150, case when n between 10 and 13 then 33 else 25 end, 25
     from generate_series(0, 40) n`,
    [house.temperature, new Date(from)],
  )
  const rule = alarm([hot(house.temperature)])
  const result = await rehearse(manager, { rule, days: 90 })
  expect(result.approximate).toBe(true)
  expect(result.draft.events[0]).toMatchObject({
    openUtc: new Date(from + 52 * MINUTE).toISOString(),
    closeUtc: new Date(from + 71 * MINUTE).toISOString(),
  })
  expect((await rehearse(manager, { rule, days: 30 })).approximate).toBe(false)
})

test('counts more events than it lists', async () => {
  const count = MOST_REHEARSED_EVENTS + 20
  // Each lasts a minute, and the next one comes too late to be the same again.
  await minutes(house.temperature, start - 20 * DAY, count * 15, minute => (minute % 15 === 0 ? 35 : 20))
  const { draft } = await rehearse(manager, { rule: alarm([hot(house.temperature, { permanenceTime: '00:00' })]), days: 30 })
  expect(draft.eventCount).toBeGreaterThanOrEqual(count)
  expect(draft.events).toHaveLength(MOST_REHEARSED_EVENTS)
  expect(draft.messages).toEqual([{ channel: 'MAIL', recipient: email, count: draft.notificationCount }])
})

describe('permissions', () => {
  const failing = (code: string) => ({ failure: expect.objectContaining({ code }) })

  test('refuse interfaces out of scope', async () => {
    const room = await aHouse(farm, 'Azinheira', 'Room 1')
    const foreign = alarm([hot(room.temperature)])
    await expect(manager.rehearsal.rehearse({ body: { rule: foreign, days: 7 } })).rejects.toMatchObject(failing('INVALID_INPUT'))
    const elsewhere = alarm([hot(room.temperature)], { rootEntityId: farm.at.Azinheira!, terminalId: room.terminalId })
    await expect(manager.rehearsal.rehearse({ body: { rule: elsewhere, days: 7 } })).rejects.toMatchObject(
      failing('INVALID_INPUT'),
    )
  })

  test('refuse kinds of rules that the user may not see', async () => {
    const scheduler = await farm.as('Paul', ['rules.scheduler'])
    const rule = alarm([hot(house.temperature)])
    await expect(scheduler.rehearsal.rehearse({ body: { rule, days: 7 } })).rejects.toMatchObject(failing('INVALID_INPUT'))
    const far = await aHouse(farm, 'Azinheira', 'Room 1')
    const ruleId = await aRule(farm, {
      entityId: far.entityId,
      sectorId: far.sectorId,
      terminalId: far.terminalId,
      displayName: 'Far',
      ...tooHot(far.temperature),
    })
    await expect(manager.rehearsal.rehearse({ body: { rule, ruleId, days: 7 } })).rejects.toMatchObject(failing('NOT_FOUND'))
  })

  test('hide addresses of users out of scope', async () => {
    const above = await farm.person('Grupo')
    await farm.world.owner.query('insert into responsibles (entity_id, user_id) select $1, id from users where email = $2', [
      farm.at['House 1'],
      above,
    ])
    const rule = alarm([hot(house.temperature)])
    const { draft } = await rehearse(manager, { rule, days: 7 })
    expect(draft.messages).toMatchObject([{ recipient: null }])
    const group = await farm.as('Grupo')
    expect((await rehearse(group, { rule, days: 7 })).draft.messages).toMatchObject([{ recipient: above }])
    const { rows } = await farm.world.owner.query<{ id: string }>('select id::text from users where email = $1', [above])
    const named = alarm([hot(house.temperature)], {
      eventConfiguration: {
        severityLevel: 'MAJOR',
        actionConfigurations: [{ type: 'MAIL', properties: { usersList: [rows[0]!.id] } }],
      },
    })
    await expect(manager.rehearsal.rehearse({ body: { rule: named, days: 7 } })).rejects.toMatchObject(failing('INVALID_INPUT'))
  })
})

test('reuses the cached history for another threshold', async () => {
  const line = (inputValue: number) => alarm([hot(house.temperature, { inputValue })])
  const first = await rehearse(manager, { rule: line(30), days: 30 })
  await farm.world.owner.query('delete from journal where interface_id = $1', [Number(house.temperature)])
  time += 90_000
  const second = await rehearseAgain(manager, { rule: line(36), days: 30 })
  expect([second.fromUtc, second.readings]).toEqual([first.fromUtc, first.readings])
  expect(second.draft.eventCount).toBe(0)
  expect((await rehearse(manager, { rule: line(30), days: 30 })).readings).toBeLessThan(first.readings)
})

test('a client that disconnects at any moment releases its thread', async () => {
  const body = { rule: alarm([hot(house.temperature)]), days: 7 as const }
  for (const ms of [0, 1, 2, 4, 6, 8, 10, 12, 15, 20, 30, 50]) {
    const abortController = new AbortController()
    setTimeout(() => abortController.abort(), ms)
    const tried = manager.rehearsal.rehearse({ body }, { signal: abortController.signal }).then(async answer => {
      for await (const _ of data(answer)) if (abortController.signal.aborted) break
    })
    await tried.catch(() => undefined)
  }
  expect((await rehearse(manager, body)).draft).toBeDefined()
})

test('ages the value of a virtual interface by the intervals of its sources', async () => {
  const { terminalId, sectorId: entityId } = house
  const slow = await anInterface(farm, terminalId, 'House 1', 'TEMPERATURE', 'Slow')
  await farm.world.owner.query('update interfaces set every = 1800 where id = $1', [slow])
  const virtual = { operation: 'AVG' as const, sourceIds: [slow] }
  const body = { displayName: 'Mean', terminalId, entityId, category: 'TEMPERATURE', virtual } as const
  const { id } = data(await manager.interfaces.create({ body }))
  const half = 30 * MINUTE
  await past(Array.from({ length: 7 * 48 }, (_, at) => ({ id, ts: time - 7 * DAY + at * half + 1, value: 20 })))
  const rule = alarm([hot(id)], { templateId: templates['CLOUD_ALARM']!, terminalId: null })
  const { draft } = await rehearse(manager, { rule, ruleId: null, days: 7 })
  expect(draft).toMatchObject({ faultCount: 0, eventCount: 0 })
})
