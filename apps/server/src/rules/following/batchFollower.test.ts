import type { RuleBody } from '@steading/contract/rules/body'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { entry } from '../../../test/herd.ts'
import { anInterface, aRule, connect, NEWEST, tooHot } from '../../../test/rules.ts'
import { aTerminal } from '../../../test/box.ts'
import { eventually } from '../../../test/smtp.ts'
import { bodyHash } from '../../devices/index.ts'
import { desiredRules } from '../rules.sql.ts'
import { createBatchFollower } from './batchFollower.ts'

const DAY = 86_400_000
let farm: Farm
let manager: Api
let curveId: string
let time = Date.parse('2026-07-06T10:00:00Z')

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => time, mono: () => performance.now() } })
  manager = await farm.as('Aves')
  const details = [
    { age: 0, weight: 0.044, tMin: 30, tMax: 34 },
    { age: 40, weight: 2.8, tMin: 16, tMax: 20 },
  ]
  const body = {
    entityId: farm.at['Aves']!,
    displayName: 'Climate',
    species: 'BROILER' as const,
    ageUnit: 1 as const,
    source: '',
    geneticsId: null,
    details,
  }
  curveId = data(await manager.curves.create({ body })).id
})
afterAll(() => farm.close())

let houses = 0
/** A house with a box, a thermometer, a heater and a silo. */
async function aHouse(isConnected = true) {
  const name = `House that follows ${++houses}`
  const sectorId = await farm.entity(name, 'SECTOR', 'Paul')
  const { id: terminalId } = await aTerminal(farm, 'Paul')
  const sensor = (category: 'TEMPERATURE' | 'HEATING_RELAY' | 'SILO_WEIGHT' | 'LIGHT') =>
    anInterface(farm, terminalId, name, category, category)
  const house = {
    sectorId,
    terminalId,
    entityId: farm.at['Paul']!,
    temperature: await sensor('TEMPERATURE'),
    heater: await sensor('HEATING_RELAY'),
    silo: await sensor('SILO_WEIGHT'),
    light: await sensor('LIGHT'),
  }
  await connect(farm, terminalId, isConnected)
  return house
}
type House = Awaited<ReturnType<typeof aHouse>>

const placeOf = ({ entityId, sectorId, terminalId }: House) => ({ entityId, sectorId, terminalId })
const openBatch = async ({ sectorId }: House, openDate: string, productionCurveId: string | null = curveId) =>
  data(
    await manager.batches.create({
      body: { entityId: sectorId, openDate, species: 'BROILER', productionCurveId },
      files: [],
    }),
  )
const close = async ({ id, version }: { id: string; version: number }) =>
  data(
    await manager.batches.quickCloseOpen({ params: { id }, body: { version, closeDate: new Date(time - 60_000).toISOString() } }),
  )
const heating = (house: House, setPoint = 32) =>
  aRule(farm, {
    ...placeOf(house),
    displayName: 'Heating',
    template: 'CYCLE_THERMOSTAT',
    inputs: {
      sensors: [house.temperature],
      outputs: [house.heater],
      mode: 'HEAT',
      cycle: {
        followsBatch: true,
        preCycle: { setPoint: 25 },
        dayOne: { setPoint },
        days: [],
        lastDay: { day: 35, setPoint: 20 },
      },
    },
  })
const offCurve = (house: House, line: object = {}) =>
  aRule(farm, {
    ...placeOf(house),
    displayName: 'Off the curve',
    ...tooHot(house.temperature, { inputValue: 4, relativeTo: 'CURVE', followsBatch: true, ...line }),
  })
const details = async (id: string) => data(await manager.rules.details({ params: { id } }))
const deploy = async (id: string) => data(await manager.rules.deploy({ body: { ids: [id] } }))
/** What the box of a house shall run. */
const desired = async ({ terminalId }: House) =>
  (await farm.world.db.work(farm.system, work => desiredRules(work, terminalId))).map(({ id, ver, body }) => {
    return { id, ver, body: body as unknown as RuleBody } // safe: the platform wrote it
  })
const dayOneOf = (body: unknown) => (body as { inputs: { cycle: { dayOne: { date: string } } } }).inputs.cycle.dayOne.date
const referenceOf = (body: unknown) =>
  (body as { inputs: { lines: { reference: { from: number; value: number }[] }[] } }).inputs.lines[0]!.reference
const report = async (house: House) => {
  const rules = Object.fromEntries(
    (await desired(house)).map(({ id, ver, body }) => [id, { ver, hash: bodyHash(body), st: 'on' as const }]),
  )
  farm.world.bus.emit('terminal.reported', { terminalId: house.terminalId, rev: NEWEST, rules })
}
const deployed = (id: string, ruleVersion: number) =>
  eventually(
    () => details(id),
    found => found.deploymentStatus === 'DEPLOYED' && found.runningVersion === ruleVersion,
  )
const versionOf = (id: string, ruleVersion: number) =>
  eventually(
    () => details(id),
    found => found.ruleVersion === ruleVersion,
  )
/** Looks at every rule once, as a process that was just started. */
async function lookAtAll() {
  const part = createBatchFollower(farm.world, { boxes: farm.app.services.devices })
  await part.start()
  await part.stop()
}

describe('a cycle that follows the batch', () => {
  test('gets day one of the batch that opens, and the pre-cycle when it closes', async () => {
    const house = await aHouse()
    const rule = await heating(house)
    expect((await details(rule)).body).toMatchObject({
      inputs: { cycle: { preCycle: { date: '2000-01-01' }, dayOne: { date: '9990-01-01' } } },
    })
    await deploy(rule)
    await report(house)
    await deployed(rule, 1)

    const batch = await openBatch(house, '2026-07-04T23:30:00Z')
    await versionOf(rule, 2)
    // The opening is on 5 July in the house, whose clock is an hour ahead.
    expect((await desired(house)).map(({ ver, body }) => [ver, dayOneOf(body)])).toEqual([[2, '2026-07-05']])
    expect(await details(rule)).toMatchObject({ deploymentStatus: 'PENDING_DEPLOY', runningVersion: 1 })
    await report(house)
    await deployed(rule, 2)

    await close(batch)
    await versionOf(rule, 3)
    expect((await desired(house)).map(({ ver, body }) => [ver, dayOneOf(body)])).toEqual([[3, '9990-01-01']])
  })

  test('counts from the first entry less its age', async () => {
    const house = await aHouse()
    const rule = await heating(house)
    const batch = await openBatch(house, '2026-07-01T08:00:00Z')
    await versionOf(rule, 2)
    data(
      await manager.animalMovements.create({
        body: { batchId: batch.id, ...entry(100, '2026-07-02T09:00:00Z', { age: 3 }) },
        files: [],
      }),
    )
    await versionOf(rule, 3)
    expect(dayOneOf((await details(rule)).body)).toBe('2026-06-29')
    expect(data(await manager.batches.details({ params: { id: batch.id } })).dayOne).toBe('2026-06-29')
  })

  test('stores no version without a change', async () => {
    const house = await aHouse()
    const rule = await heating(house)
    await openBatch(house, '2026-07-01T08:00:00Z')
    await versionOf(rule, 2)
    await lookAtAll()
    await lookAtAll()
    expect((await details(rule)).ruleVersion).toBe(2)
  })

  test('is found by the first look after a restart', async () => {
    const house = await aHouse()
    const rule = await heating(house)
    // As if the process had ended between the commit and the message.
    await farm.world.owner.query(
      `insert into batches (entity_id, code, sector_number, species, open_date, created_at) values ($1, 'X-2601', '1', 'BROILER', $2, $2)`,
      [house.sectorId, new Date(time - 3 * DAY)],
    )
    expect((await details(rule)).ruleVersion).toBe(1)
    await lookAtAll()
    expect(dayOneOf((await details(rule)).body)).toBe('2026-07-03')
  })

  test('reaches a box that is offline when it is back', async () => {
    const house = await aHouse()
    const rule = await heating(house)
    await deploy(rule)
    await report(house)
    await deployed(rule, 1)
    await connect(farm, house.terminalId, false)
    await openBatch(house, '2026-07-05T08:00:00Z')
    await versionOf(rule, 2)
    expect(await details(rule)).toMatchObject({ deploymentStatus: 'PENDING_DEPLOY', runningVersion: 1 })
    await connect(farm, house.terminalId)
    await report(house)
    await deployed(rule, 2)
  })

  test('deploys the version in service, never a newer draft', async () => {
    const house = await aHouse()
    const rule = await heating(house)
    await deploy(rule)
    await report(house)
    await deployed(rule, 1)
    const shown = await details(rule)
    const cycle = {
      followsBatch: true,
      preCycle: { setPoint: 25 },
      dayOne: { setPoint: 40 },
      days: [],
      lastDay: { day: 35, setPoint: 20 },
    }
    data(
      await manager.rules.editInputs({
        params: { id: rule },
        body: { version: shown.version, deployRule: false, inputs: [{ id: 'cycle', value: cycle }] },
      }),
    )
    await openBatch(house, '2026-07-05T08:00:00Z')
    await versionOf(rule, 4)
    const [running] = await desired(house)
    expect(running).toMatchObject({
      ver: 3,
      body: { inputs: { cycle: { dayOne: { date: '2026-07-05', setPoint: 32 } } } },
    })
    expect((await details(rule)).body).toMatchObject({ inputs: { cycle: { dayOne: { date: '2026-07-05', setPoint: 40 } } } })
  })

  test('keeps dates that were entered by hand', async () => {
    const house = await aHouse()
    const rule = await aRule(farm, {
      ...placeOf(house),
      displayName: 'By hand',
      template: 'CYCLE_THERMOSTAT',
      inputs: {
        sensors: [house.temperature],
        outputs: [house.heater],
        mode: 'HEAT',
        cycle: {
          preCycle: { date: '2026-07-01', setPoint: 25 },
          dayOne: { date: '2026-07-02', setPoint: 32 },
          days: [],
          lastDay: { day: 35, setPoint: 20 },
        },
      },
    })
    await openBatch(house, '2026-07-05T08:00:00Z')
    await lookAtAll()
    expect(await details(rule)).toMatchObject({ ruleVersion: 1 })
  })
})

describe('a condition that follows the curve of the batch', () => {
  test('has no reference before a batch opens or after it closed', async () => {
    const house = await aHouse()
    const rule = await offCurve(house)
    expect(referenceOf((await details(rule)).body)).toEqual([])
    const batch = await openBatch(house, '2026-07-04T23:30:00Z')
    await versionOf(rule, 2)
    const reference = referenceOf((await details(rule)).body)
    expect(reference).toHaveLength(41)
    // Midnight in Lisbon is 23:00 UTC in summer: on day two the middle of the band is 31.65 °C.
    expect(reference.slice(0, 2)).toEqual([
      { from: 0, value: 32 },
      { from: Date.parse('2026-07-05T23:00:00Z'), value: 31.65 },
    ])
    await close(batch)
    await versionOf(rule, 3)
    expect(referenceOf((await details(rule)).body)).toEqual([])
  })

  test('of the platform itself runs the new version at once', async () => {
    const house = await aHouse()
    const rule = await aRule(farm, {
      entityId: house.entityId,
      displayName: 'Off the curve, platform',
      ...tooHot(house.temperature, { inputValue: 4, relativeTo: 'CURVE', followsBatch: true }),
      template: 'CLOUD_ALARM',
      deploy: true,
    })
    await openBatch(house, '2026-07-05T08:00:00Z')
    await eventually(
      () => details(rule),
      found => found.runningVersion === 2 && found.deploymentStatus === 'DEPLOYED',
    )
    const { rows } = await farm.world.owner.query('select body_version from rule_runs where rule_id = $1 and ended_at is null', [
      rule,
    ])
    expect(rows).toEqual([{ body_version: 2 }])
  })

  test('is refused for a sensor that no curve describes', async () => {
    const house = await aHouse()
    await expect(offCurve(house, { interfaceId: house.light })).rejects.toMatchObject({
      fields: [{ field: 'inputs.lines.0.followsBatch', code: 'notListed' }],
    })
  })
})

test('a condition on a silo takes the capacity of its interface', async () => {
  const house = await aHouse()
  const line = { interfaceId: house.silo, logicOperator: 'LESS', inputValue: 10, relativeTo: 'CAPACITY', percent: true }
  const rule = (more: object) =>
    aRule(farm, { ...placeOf(house), displayName: 'Silo', ...tooHot(house.silo), inputs: { lines: [{ ...line, ...more }] } })
  await expect(rule({})).rejects.toMatchObject({ fields: [{ code: 'REFERENCE_MISSING' }] })
  const entered = await rule({ reference: [{ from: 0, value: 9000 }] })
  expect(referenceOf((await details(entered)).body)).toEqual([{ from: 0, value: 9000 }])
  await farm.world.owner.query('update interfaces set capacity = 15000 where id = $1', [house.silo])
  await lookAtAll()
  expect(await details(entered)).toMatchObject({ ruleVersion: 2 })
  expect(referenceOf((await details(entered)).body)).toEqual([{ from: 0, value: 15_000 }])
  expect(referenceOf((await details(await rule({}))).body)).toEqual([{ from: 0, value: 15_000 }])
})
