import { MOST_MEMBERS } from '@steading/contract/entities/groups'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aHouse, anInterface, aRule, connect, tooHot } from '../../test/rules.ts'
import type { House } from '../../test/rules.ts'

let farm: Farm
let house: House
let manager: Api

beforeAll(async () => {
  farm = await aFarm()
  house = await aHouse(farm)
  manager = await farm.as('Aves')
})
afterAll(() => farm.close())

const alarm = (of: House, displayName: string) => {
  const { entityId, sectorId, terminalId } = of
  return aRule(farm, { entityId, sectorId, terminalId, displayName, ...tooHot(of.temperature) })
}
const group = async (displayName: string, ruleIds: string[] = []) =>
  data(await manager.groups.create({ body: { entityId: house.entityId, displayName, ruleIds } }))
const inGroup = async (groupId: string) =>
  data(await manager.rules.search({ query: { groupId, sortProperty: 'id', sortDirection: 'ASC' } })).content.map(one => one.id)

test('a group counts its rules by state, can be renamed and deleted, and its rules stay', async () => {
  const one = await alarm(house, 'One')
  const two = await alarm(house, 'Two')
  const made = await group('Summer set', [one, two])
  expect(made).toMatchObject({ rules: 2, counts: { undeployedRules: 2, activeRules: 0 }, entity: { name: 'Paul' }, version: 1 })
  expect(await inGroup(made.id)).toEqual([one, two])
  const edited = data(
    await manager.groups.edit({ params: { id: made.id }, body: { displayName: 'Winter set', ruleIds: [two], version: 1 } }),
  )
  expect(edited).toMatchObject({ displayName: 'Winter set', rules: 1, version: 2 })
  const moved = data(await manager.groups.setRules({ params: { id: made.id }, body: { add: [one], remove: [two] } }))
  expect(moved.rules).toBe(1)
  expect(await inGroup(made.id)).toEqual([one])
  expect(data(await manager.rules.details({ params: { id: one } })).ruleGroups).toEqual([
    { id: made.id, displayName: 'Winter set' },
  ])
  const found = data(await manager.groups.search({ query: { search: 'winter', entityId: farm.at['Aves']! } }))
  expect(found.content.map(row => row.id)).toEqual([made.id])
  const byIds = data(await manager.groups.search({ query: { ids: [made.id] } }))
  expect(byIds.content.map(row => row.id)).toEqual([made.id])
  data(await manager.groups.remove({ params: { id: made.id } }))
  expect(data(await manager.rules.details({ params: { id: one } })).ruleGroups).toEqual([])
})

test('a group of one house takes only rules of that house', async () => {
  const { entityId, terminalId, temperature } = house
  const own = await alarm(house, 'In the house')
  const beside = await aRule(farm, { entityId, terminalId, displayName: 'On the farm', ...tooHot(temperature) })
  const at = { entityId: house.sectorId, displayName: 'House set' }
  expect(data(await manager.groups.create({ body: { ...at, ruleIds: [own] } }))).toMatchObject({ rules: 1 })
  const other = manager.groups.create({ body: { ...at, displayName: 'Other set', ruleIds: [beside] } })
  await expect(other).rejects.toMatchObject(failing('INVALID_INPUT', 'ruleIds.0'))
})

test('refuses the member beyond the most of a group', async () => {
  const extra = await alarm(house, 'Extra')
  const full = await group('Full')
  await farm.world.owner.query(
    `with made as (insert into rules (entity_id, kind, template, display_name, body)
       select entity_id, kind, template, 'Copy ' || n, body from rules, generate_series(1, $2::int) n where id = $1 returning id)
     insert into rule_group_members (group_id, rule_id) select $3, id from made`,
    [extra, MOST_MEMBERS, full.id],
  )
  const over = manager.groups.setRules({ params: { id: full.id }, body: { add: [extra], remove: [] } })
  await expect(over).rejects.toMatchObject(failing('INVALID_INPUT', 'add'))
  expect(await inGroup(full.id)).not.toContain(extra)
})

test('rules of no group are found as such', async () => {
  const one = await alarm(house, 'Grouped')
  const two = await alarm(house, 'Alone')
  await group('Some', [one])
  const alone = await inGroup('none')
  expect(alone).toContain(two)
  expect(alone).not.toContain(one)
})

test('refuses a duplicate name, an old version and rules out of scope or permission', async () => {
  const elsewhere = await aHouse(farm, 'Azinheira', 'Room 1')
  const foreignRule = await alarm(elsewhere, 'Theirs')
  const own = await alarm(house, 'Own')
  const made = await group('Night')
  await expect(group('NIGHT')).rejects.toMatchObject(failing('INVALID_INPUT', 'displayName'))
  await expect(group('Other', [own, foreignRule])).rejects.toMatchObject(failing('INVALID_INPUT', 'ruleIds.1'))
  const edit = manager.groups.edit({ params: { id: made.id }, body: { displayName: 'Day', version: 9 } })
  await expect(edit).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  const controls = await farm.as('Aves', ['rules.read', 'rules.update', 'rules.rule_groups'])
  const put = controls.groups.setRules({ params: { id: made.id }, body: { add: [own] } })
  await expect(put).rejects.toMatchObject(failing('INVALID_INPUT', 'add.0'))
})

test('a rule that is deployed alone leaves its groups after a confirmation, audited', async () => {
  const one = await alarm(house, 'Leaves')
  const made = await group('Left', [one])
  await farm.world.owner.query('update terminals set retired_at = null where id = $1', [house.terminalId])
  await farm.world.owner.query(
    `insert into terminal_links (terminal_id, connected) values ($1, true) on conflict (terminal_id) do update set connected = true`,
    [house.terminalId],
  )
  await farm.world.owner.query(`update terminals set provision_status = 'PROVISIONED' where id = $1`, [house.terminalId])
  const [first] = data(await manager.rules.deploy({ body: { ids: [one] } }))
  expect(first!.deferredStatus).toBeNull()
  expect(await inGroup(made.id)).toEqual([one])
  data(await manager.rules.undeploy({ body: { ids: [one], removeFromGroup: true } }))
  expect(await inGroup(made.id)).toEqual([])
  const auditor = await farm.as('Aves', ['audit.read'])
  const { content } = data(await auditor.audit.search({ query: { objectType: ['ruleGroup'] } as never }))
  expect(content[0]).toMatchObject({ action: 'UPDATE', objectName: 'Left' })
})

test('a rule that is changed and ordered leaves its groups only when the order is taken', async () => {
  const of = await aHouse(farm)
  const { entityId, sectorId, terminalId } = of
  const relay = await anInterface(farm, terminalId, 'House 1', 'FAN_RELAY', 'Second fan')
  const cooling = (fan: string, displayName: string) =>
    aRule(farm, {
      entityId,
      sectorId,
      terminalId,
      displayName,
      template: 'THERMOSTAT' as const,
      inputs: { sensors: [of.temperature], outputs: [fan], mode: 'COOL' },
    })
  const one = await cooling(of.fan, 'Changed')
  const other = await cooling(relay, 'Other')
  const made = await group('Fans', [one])
  const save = async (fan: string, deployRule = true) => {
    const { inputs, ruleTemplate, version } = data(await manager.rules.details({ params: { id: one } }))
    const body = {
      displayName: 'Changed',
      rootEntityId: entityId,
      sectorId,
      terminalId,
      templateId: ruleTemplate.id,
      version,
      inputs: inputs.map(input => (input.id === 'outputs' ? { ...input, value: [fan] } : input)),
      deployRule,
      removeFromGroup: true,
    }
    return data(await manager.rules.edit({ params: { id: one }, body }))
  }
  await connect(farm, terminalId, false)
  expect(await save(of.fan)).toMatchObject({ notDeployed: 'TERMINAL_NOT_CONNECTED', rule: { ruleGroups: [{ id: made.id }] } })
  expect(await save(of.fan, false)).toMatchObject({ notDeployed: null, rule: { ruleGroups: [{ id: made.id }] } })
  await connect(farm, terminalId)
  data(await manager.rules.deploy({ body: { ids: [other] } }))
  expect(await save(relay)).toMatchObject({ rule: { deploymentStatus: 'UNDEPLOYED', ruleGroups: [{ id: made.id }] } })
  expect(await save(of.fan)).toMatchObject({ rule: { deploymentStatus: 'PENDING_DEPLOY', ruleGroups: [] } })
  expect(await inGroup(made.id)).toEqual([])
})
