import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aHouse, aRule, connect, NEWEST, tooHot } from '../../test/rules.ts'
import type { House } from '../../test/rules.ts'
import { eventually } from '../../test/smtp.ts'
import { bodyHash } from '../devices/index.ts'

let farm: Farm
let house: House
let manager: Api
let time = Date.parse('2026-07-06T10:00:00Z')

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => time, mono: () => performance.now() } })
  house = await aHouse(farm)
  await connect(farm, house.terminalId)
  manager = await farm.as('Aves')
})
afterAll(() => farm.close())

const details = async (id: string) => data(await manager.rules.details({ params: { id } }))
const limit = (inputValue: number) => ({
  id: 'lines',
  value: [{ interfaceId: house.temperature, logicOperator: 'GREATER', inputValue }],
})
const edit = async (id: string, inputValue: number) => {
  const { version } = await details(id)
  return data(await manager.rules.editInputs({ params: { id }, body: { inputs: [limit(inputValue)], version } })).rule
}
/** The box says that it runs the rule as it is now; null: that it no longer does. */
const says = async (id: string, runningVersion: number | null) => {
  const { body } = await details(id)
  const rules = runningVersion === null ? {} : { [id]: { ver: runningVersion, hash: bodyHash(body), st: 'on' as const } }
  farm.world.bus.emit('terminal.reported', { terminalId: house.terminalId, rev: NEWEST, rules })
  await eventually(
    () => details(id),
    found => found.runningVersion === runningVersion,
  )
}
const deploy = async (id: string) => data(await manager.rules.deploy({ body: { ids: [id] } }))

test('answers versions and their runs, and restores an earlier version', async () => {
  const { entityId, sectorId, terminalId } = house
  const id = await aRule(farm, { entityId, sectorId, terminalId, displayName: 'Too hot', ...tooHot(house.temperature) })
  await deploy(id)
  await says(id, 1)
  time += 600_000
  await edit(id, 33)
  await deploy(id)
  await says(id, 2)
  time += 600_000
  const present = await edit(id, 36)
  expect(present).toMatchObject({ ruleVersion: 3, runningVersion: 2 })

  const versions = data(await manager.ledger.search({ params: { id }, query: {} }))
  expect(versions.content).toMatchObject([
    { ruleVersion: 3, returnedTo: null, lastRun: null },
    { ruleVersion: 2, lastRun: { terminal: { id: terminalId }, fromUtc: '2026-07-06T10:10:00.000Z', untilUtc: null } },
    { ruleVersion: 1, lastRun: { fromUtc: '2026-07-06T10:00:00.000Z', untilUtc: '2026-07-06T10:10:00.000Z' } },
  ])
  expect(versions.content[2]!.inputs).toContainEqual(
    expect.objectContaining({ id: 'lines', value: [expect.objectContaining({ inputValue: 30 })] }),
  )

  const back = data(
    await manager.ledger.return({ params: { id, ruleVersion: 1 }, body: { version: present.version, deployRule: true } }),
  )
  expect(back).toMatchObject({ notDeployed: null, rule: { ruleVersion: 4, deploymentStatus: 'PENDING_DEPLOY' } })
  expect(back.rule.body).toMatchObject({ version: 4, inputs: { lines: [{ inputValue: 30 }] } })
  expect(back.rule.eventConfiguration).toMatchObject({ title: 'Too hot', severityLevel: 'CRITICAL' })
  await says(id, 4)
  data(await manager.rules.undeploy({ body: { ids: [id] } }))
  time += 60_000
  await says(id, null)
  const runs = data(await manager.ledger.runs({ query: { terminalId } })).content
  expect(runs.map(run => [run.ruleVersion, run.untilUtc !== null])).toEqual([
    [4, true],
    [2, true],
    [1, true],
  ])
  expect(data(await manager.ledger.search({ params: { id }, query: {} })).content[0]).toMatchObject({ returnedTo: 1 })
})

test('records runs of a global rule on the platform', async () => {
  const { entityId, sectorId } = house
  const id = await aRule(farm, { entityId, sectorId, displayName: 'Global', ...tooHot(house.temperature) })
  await deploy(id)
  time += 60_000
  data(await manager.rules.undeploy({ body: { ids: [id] } }))
  expect(data(await manager.ledger.runs({ query: { ruleId: id } })).content).toMatchObject([{ terminal: null, ruleVersion: 1 }])
})

test('refuses unknown versions, outdated states and invisible rules', async () => {
  const { entityId, sectorId, terminalId } = house
  const id = await aRule(farm, { entityId, sectorId, terminalId, displayName: 'Too hot', ...tooHot(house.temperature) })
  const back = (ruleVersion: number, version = 1, api = manager) =>
    api.ledger.return({ params: { id, ruleVersion }, body: { version } })
  await expect(back(7)).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(back(1, 5)).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  const controls = await farm.as('Aves', ['rules.read', 'rules.update'])
  await expect(back(1, 1, controls)).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(controls.ledger.search({ params: { id }, query: {} })).rejects.toMatchObject(failing('NOT_FOUND'))
  expect(data(await controls.ledger.runs({ query: {} })).totalElements).toBe(0)
})
