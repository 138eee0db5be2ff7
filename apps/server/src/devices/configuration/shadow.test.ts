import { canonical, Configuration } from '@steading/contract/box/messages'
import type { ShadowDown, ShadowUp } from '@steading/contract/box/messages'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aClaimedBox, session } from '../../../test/box.ts'
import { aFarm } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { eventually } from '../../../test/smtp.ts'
import { createInterface } from '../../interfaces/index.ts'
import type { InterfaceWish } from '../../interfaces/index.ts'
import { bodyHash } from './configuration.ts'
import type { EventStatuses, RuleBody } from './configuration.ts'

let farm: Farm
let rules: RuleBody[] = []
let events: EventStatuses = {}
let reports: { terminalId: string; rev: number; bad?: number }[]
let off: () => void
beforeAll(async () => {
  farm = await aFarm()
  farm.app.services.devices.setRuleProvider(() => Promise.resolve(rules))
  farm.app.services.devices.setEventProvider(() => Promise.resolve(events))
})
afterAll(() => farm.close())
beforeEach(() => {
  rules = []
  events = {}
  reports = []
  off = farm.world.bus.on('terminal.reported', 'test', message => void reports.push(message))
})
afterEach(() => off())

const wish = (terminalId: string, more: Partial<InterfaceWish> = {}): InterfaceWish => ({
  terminalId,
  entityId: farm.at['House 1']!,
  displayName: 'Air',
  category: 'TEMPERATURE',
  address: 'house1/temperature',
  ...more,
})
const add = (terminalId: string, more: Partial<InterfaceWish> = {}) =>
  farm.world.db.work(farm.system, work => createInterface(work, farm.app.services.devices, wish(terminalId, more)))
const desire = (terminalId: string) =>
  farm.world.db.work(farm.system, work => farm.app.services.devices.reviseConfiguration(work, terminalId))

type Session = Awaited<ReturnType<typeof session>>

/** All parts of one document or body, put together and checked as a box does. */
async function receive(made: Session, signKey: string) {
  const parts: ShadowDown[] = []
  for (;;) {
    const part = await made.hear('dn/shadow')
    if (!part) throw new Error('no dn/shadow came')
    parts[part.i] = part
    if (parts.filter(Boolean).length < part.n) continue
    const bytes = Buffer.concat(parts.map(({ data }) => Buffer.from(data, 'base64')))
    const hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
    const head = Buffer.from('302a300506032b6570032100', 'hex')
    const key = createPublicKey({ key: Buffer.concat([head, Buffer.from(signKey, 'base64')]), format: 'der', type: 'spki' })
    const signed = part.part === 'rule' || verify(null, bytes, key, Buffer.from(part.sig ?? '', 'base64'))
    expect({ hash, signed }).toEqual({ hash: part.hash, signed: true })
    return { rev: part.rev, hash: part.hash, id: part.id, n: part.n, bytes, json: JSON.parse(bytes.toString()) as unknown }
  }
}
const report = (rev: number, hash: string, more: Partial<ShadowUp> = {}): ShadowUp => ({ v: 1, rev, hash, rules: {}, ...more })

test('the configuration includes the modulus and rate of a counter and the turn of a direction', async () => {
  const box = await aClaimedBox(farm)
  await add(box.id, { category: 'WATER_COUNTER', address: 'meter', displayName: 'Water', modulus: 1_000_000 })
  await add(box.id, { category: 'MILK_COUNTER', address: 'milk', displayName: 'Milk', maxRate: 40 })
  await add(box.id)
  await add(box.id, { category: 'WIND_DIRECTION', address: 'vane', displayName: 'Vane' })
  const made = await session(farm, box)
  const { ifs } = Configuration.parse((await receive(made, box.signKey)).json)
  const [water, milk, air, vane] = ifs
  expect(water).toMatchObject({ modulus: 1_000_000 })
  expect(milk).toMatchObject({ modulus: null, maxRate: 40 })
  expect(air).not.toHaveProperty('modulus')
  expect(air).not.toHaveProperty('turn')
  expect(vane).toMatchObject({ turn: 360 })
  made.end()
})

test('the configuration lists sirens and their delay', async () => {
  const box = await aClaimedBox(farm)
  await add(box.id)
  await add(box.id, { category: 'ALARM_SIREN', address: 'siren', displayName: 'Siren' })
  await add(box.id, { category: 'HEATING_RELAY', address: 'heat', displayName: 'Heat' })
  await add(box.id, { category: 'ALARM_SIREN', address: 'yard', displayName: 'Siren of the yard' })
  const made = await session(farm, box)
  const { siren } = Configuration.parse((await receive(made, box.signKey)).json)
  expect(siren).toEqual({ ixs: [1, 3], after: 300 })
  made.end()
})

const someRules = (count: number): RuleBody[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at + 1), ver: 1, body: { template: 'X' } }))
const fits = (terminalId: string, rule?: RuleBody) =>
  farm.world.db.work(farm.system, work => farm.app.services.devices.checkConfigurationFits(work, terminalId, rule))
const oneMore: RuleBody = { id: '500', ver: 1, body: { template: 'X' } }

test('refuses a rule above the limit of a box, and exchanges one of the running ones', async () => {
  const box = await aClaimedBox(farm)
  rules = someRules(127)
  await fits(box.id, oneMore)
  rules = someRules(128)
  await expect(fits(box.id, oneMore)).rejects.toMatchObject({ code: 'BOX_RULES_FULL' })
  await fits(box.id, { ...oneMore, id: '7', ver: 2 })
})

test('refuses a rule of more bytes than a box takes', async () => {
  const box = await aClaimedBox(farm)
  const body = (length: number) => ({ id: '1', ver: 1, body: { pad: 'x'.repeat(length) } })
  await fits(box.id, body(65_000))
  await expect(fits(box.id, body(65_536))).rejects.toMatchObject({ code: 'BOX_RULE_TOO_LARGE' })
})

test('refuses a change that makes the configuration longer than a box takes', async () => {
  const box = await aClaimedBox(farm)
  await add(box.id)
  events = Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`${at}:`.padEnd(200, 'x'), 'CLOSED' as const]))
  await expect(fits(box.id)).rejects.toMatchObject({ code: 'BOX_CONFIGURATION_FULL' })
  await expect(add(box.id, { address: 'second' })).rejects.toMatchObject({ code: 'BOX_CONFIGURATION_FULL' })
})

test('refuses sirens above the limit of a box', async () => {
  const box = await aClaimedBox(farm)
  const siren = (at: number) => add(box.id, { category: 'ALARM_SIREN', address: `siren ${at}`, displayName: `Siren ${at}` })
  for (let at = 0; at < 64; at++) await siren(at)
  await expect(siren(64)).rejects.toMatchObject({ code: 'BOX_SIRENS_FULL' })
})

test('opens a technical event when a configuration cannot be sent', async () => {
  const box = await aClaimedBox(farm)
  const made = await session(farm, box)
  rules = someRules(129)
  await desire(box.id)
  const { rows } = await eventually(
    () =>
      farm.world.owner.query<{ title: string; category: string }>(
        "select title, category from events where terminal_id = $1 and problem = 'UNSENDABLE'",
        [box.id],
      ),
    found => found.rows.length > 0,
  )
  expect(rows).toMatchObject([{ category: 'TECHNICAL', title: expect.stringContaining('no longer receives changes') as string }])
  made.end()
})

test('sends the signed configuration after a hello, and bodies on request', async () => {
  const box = await aClaimedBox(farm)
  const air = await add(box.id, { factor: 0.1, offset: 2, every: 30 })
  const fan = await add(box.id, { category: 'VENTILATION_CONTROL', address: 'fan', safeValue: 40, displayName: 'Fan' })
  const relay = await add(box.id, { category: 'HEATING_RELAY', address: 'heat', safeValue: 0, displayName: 'Heat' })
  rules = [{ id: '31', ver: 4, body: { template: 'X', limit: 30 } }]
  events = { '31:1': 'PENDING' }
  const made = await session(farm, box)
  expect(made.welcome.desiredRev).toBe(3)
  const document = await receive(made, box.signKey)
  expect(document.bytes.toString()).toBe(canonical(document.json))
  expect(Configuration.parse(document.json)).toEqual({
    v: 1,
    uid: box.uid,
    rev: 3,
    rules: { '31': { ver: 4, hash: bodyHash({ limit: 30, template: 'X' }) } },
    ifs: [
      {
        ix: 0,
        id: air,
        type: 'DECIMAL',
        dir: 'IN',
        unit: '°C',
        min: -40,
        max: 80,
        factor: 0.1,
        offset: 2,
        dec: 1,
        hist: 'TIME_INTERVAL',
        every: 30,
        address: 'house1/temperature',
      },
      {
        ix: 1,
        id: fan,
        type: 'INTEGER',
        dir: 'IN_OUT',
        unit: '%',
        min: 0,
        max: 100,
        factor: 1,
        offset: 0,
        dec: 0,
        hist: 'DIFFERENT_VALUES',
        every: 60,
        address: 'fan',
      },
      {
        ix: 2,
        id: relay,
        type: 'BOOLEAN',
        dir: 'IN_OUT',
        unit: '',
        min: null,
        max: null,
        factor: 1,
        offset: 0,
        dec: 0,
        hist: 'DIFFERENT_VALUES',
        every: 60,
        address: 'heat',
      },
    ],
    failsafe: { '1': 40, '2': false },
    events: { '31:1': 'PENDING' },
  })
  await made.say('up/shadow', report(0, '', { want: 3, need: ['31', 'unknown'] }))
  const body = await receive(made, box.signKey)
  expect(body).toMatchObject({ rev: 3, id: '31', n: 1, json: { template: 'X', limit: 30 }, hash: bodyHash(rules[0]!.body) })
  const ran = { '31': { ver: 4, hash: body.hash, st: 'on' as const } }
  await made.say('up/shadow', report(3, document.hash, { rules: ran }))
  expect(reports.at(-1)).toEqual({ terminalId: box.id, rev: 3, rules: ran })
  made.end()
  const answer = await (await farm.as('Paul')).terminals.details({ params: { id: box.id } })
  expect(answer).toMatchObject({ data: { desiredRevision: 3, reportedRevision: 3, interfaceCount: 3 } })
  // Back with the same: nothing is sent, but those who follow rules hear again what runs.
  reports = []
  const back = await session(farm, box, { rev: 3, hash: document.hash })
  expect(back.welcome.desiredRev).toBe(3)
  expect(await back.messageByNow('dn/shadow')).toBeNull()
  expect(reports).toEqual([{ terminalId: box.id, rev: 3, rules: ran }])
  back.end()
})

describe('a register base', () => {
  /** Runs `act` until it waits to insert a base, answers what the link shows meanwhile, and then lets it go on. */
  const linkBeforeBase = async (terminalId: string, act: () => Promise<unknown>) => {
    const { owner } = farm.world
    const link = async () =>
      (await owner.query('select reported_rev as rev, epoch from terminal_links where terminal_id = $1', [terminalId])).rows[0]
    const waiting = () =>
      owner.query(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into register_bases%'`)
    const lock = await owner.connect()
    try {
      await lock.query('begin; lock table register_bases in share mode')
      const acted = act()
      await eventually(waiting, ({ rowCount }) => rowCount === 1)
      const shown: unknown = await link()
      await lock.query('commit')
      await acted
      return { before: shown, after: (await link()) as unknown }
    } finally {
      lock.release(true)
    }
  }
  const basesOf = async (interfaceId: string) =>
    (await farm.world.owner.query('select base from register_bases where interface_id = $1', [interfaceId])).rowCount

  test('is committed with the report or hello that makes it valid', async () => {
    const box = await aClaimedBox(farm)
    const water = await add(box.id, { category: 'WATER_COUNTER', address: 'meter', displayName: 'Water' })
    const made = await session(farm, box)
    const { hash } = await receive(made, box.signKey)
    expect(await linkBeforeBase(box.id, () => made.say('up/shadow', report(1, hash)))).toEqual({
      before: { rev: 0, epoch: 3 },
      after: { rev: 1, epoch: 3 },
    })
    expect(await basesOf(water)).toBe(1)
    made.end()
    const back = async () => (await session(farm, box, { rev: 1, hash, epoch: 4 })).end()
    expect(await linkBeforeBase(box.id, back)).toEqual({ before: { rev: 1, epoch: 3 }, after: { rev: 1, epoch: 4 } })
    expect(await basesOf(water)).toBe(2)
  })
})

test('sends changes to a connected box at once, coalesced', async () => {
  const box = await aClaimedBox(farm)
  await add(box.id)
  const made = await session(farm, box)
  expect((await receive(made, box.signKey)).rev).toBe(1)
  await Promise.all(Array.from({ length: 6 }, () => desire(box.id)))
  let rev = 0
  let documents = 0
  while (rev < 7) {
    rev = (await receive(made, box.signKey)).rev
    documents++
  }
  expect(documents).toBeLessThanOrEqual(6)
  made.end()
})

test('no change reaches a box before its commit', async () => {
  const box = await aClaimedBox(farm)
  await add(box.id)
  const made = await session(farm, box)
  await receive(made, box.signKey)
  await expect(
    farm.world.db.work(farm.system, async work => {
      await farm.app.services.devices.reviseConfiguration(work, box.id)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await made.messageByNow('dn/shadow')).toBeNull()
  made.end()
})

test('a large configuration travels in parts', async () => {
  const box = await aClaimedBox(farm)
  await add(box.id)
  rules = Array.from({ length: 128 }, (_, k) => ({ id: `${k}`.padStart(60, '0'), ver: 1, body: { k } }))
  events = Object.fromEntries(Array.from({ length: 300 }, (_, k) => [`${k}:${'x'.repeat(150)}`, 'PENDING']))
  rules[0] = { id: 'big', ver: 1, body: { text: 'x'.repeat(65_000) } }
  const made = await session(farm, box)
  const document = await receive(made, box.signKey)
  expect(document.n).toBeGreaterThan(1)
  await made.say('up/shadow', report(0, '', { want: 1, need: ['big'] }))
  expect(await receive(made, box.signKey)).toMatchObject({ id: 'big', n: 2, hash: bodyHash(rules[0].body) })
  made.end()
})

test('does not send a configuration beyond the limits', async () => {
  const box = await aClaimedBox(farm)
  await add(box.id)
  rules = [{ id: 'big', ver: 1, body: { text: 'x'.repeat(70_000) } }]
  const made = await session(farm, box)
  expect(await made.messageByNow('dn/shadow')).toBeNull()
  made.end()
})

test('a revision that the box refused is never sent again, the next one is', async () => {
  const box = await aClaimedBox(farm)
  await add(box.id)
  const made = await session(farm, box)
  const document = await receive(made, box.signKey)
  await made.say('up/shadow', report(0, '', { bad: document.rev, err: 'stopped twice' }))
  expect(reports.at(-1)).toMatchObject({ terminalId: box.id, rev: 0, bad: 1, err: 'stopped twice' })
  made.end()
  const back = await session(farm, box)
  expect(await back.messageByNow('dn/shadow')).toBeNull()
  await desire(box.id)
  expect((await receive(back, box.signKey)).rev).toBe(2)
  back.end()
})

test('raises the revision above that of a box that is ahead', async () => {
  const box = await aClaimedBox(farm)
  await add(box.id)
  const made = await session(farm, box, { rev: 40, hash: `sha256:${'a'.repeat(64)}` })
  expect(made.welcome.desiredRev).toBe(41)
  expect((await receive(made, box.signKey)).rev).toBe(41)
  made.end()
})

test('raises the revision if the content differs', async () => {
  const box = await aClaimedBox(farm)
  await add(box.id)
  const made = await session(farm, box, { rev: 1, hash: `sha256:${'a'.repeat(64)}` })
  expect((await receive(made, box.signKey)).rev).toBe(2)
  made.end()
})
