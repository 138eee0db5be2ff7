import { afterAll, beforeAll, expect, test } from 'vitest'
import { beside } from '../../test/beside.ts'
import { aTerminal } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { anInterface } from '../../test/rules.ts'

/** A company, Moving, is moved from one group to another while somebody puts a box or a sensor there: nothing is left behind. */
let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Grupo')
  await farm.entity('Old group', 'GROUP', 'Grupo')
  await farm.entity('Moving', 'ENTERPRISE', 'Old group')
})
afterAll(() => farm.close())

const treeLock = `with held as materialized (select pg_advisory_xact_lock(hashtext('steading.tree')) as held)
  update entities set parent_id = $2 from held where id = $1`
/** The company is on its way to a group, and there once `act` waits for it. */
const moving = <T>(to: string, act: () => Promise<T>) => beside(farm, treeLock, [farm.at.Moving, farm.at[to]], act)
const back = () =>
  farm.world.owner.query('update entities set parent_id = $2 where id = $1', [farm.at.Moving, farm.at['Old group']])
const fields = (field: string, code: string) => ({ failure: { code: 'INVALID_INPUT', fields: [{ field, code }] } })
/** Interfaces in service that stand neither at their box nor below it. */
const stranded = async () =>
  (
    await farm.world.owner.query(
      `select it.display_name from interfaces it join terminals box on box.id = it.terminal_id
        join entities home on home.id = box.entity_id join entities at on at.id = it.entity_id where not at.path <@ home.path`,
    )
  ).rows

test('a sensor that is made there', async () => {
  const { id: terminalId } = await aTerminal(farm, 'Old group')
  const body = { displayName: 'Air', terminalId, entityId: farm.at.Moving!, category: 'TEMPERATURE' as const, address: 'air' }
  await expect(moving('Grupo', () => api.interfaces.create({ body }))).rejects.toMatchObject(fields('entityId', 'notFound'))
  expect(await stranded()).toEqual([])
  await back()
  data(await api.interfaces.create({ body: { ...body, address: 'air/2' } }))
  await farm.world.owner.query('delete from interfaces')
})

test('a sensor that is placed there', async () => {
  const { id: t } = await aTerminal(farm, 'Old group')
  const i = await anInterface(farm, t, 'Old group', 'TEMPERATURE', 'Air')
  const edit = () =>
    api.interfaces.edit({ params: { e: farm.at['Old group']!, t, i }, body: { entityId: farm.at.Moving!, version: 1 } })
  await expect(moving('Grupo', edit)).rejects.toMatchObject(fields('entityId', 'notFound'))
  expect(await stranded()).toEqual([])
  await back()
  data(await edit())
  await farm.world.owner.query('delete from interfaces')
})

test('a box created in the entity by a user without access to the target', async () => {
  const below = await farm.as('Old group')
  const body = { entityId: farm.at.Moving!, displayName: 'Box', profile: 'FC-SMARTBOX-1' as const, timeOut: 600 }
  await expect(moving('Grupo', () => below.terminals.create({ body }))).rejects.toMatchObject(fields('entityId', 'notFound'))
  await back()
  data(await below.terminals.create({ body }))
})

test('a box moved down with a sensor in the entity', async () => {
  const { id } = await aTerminal(farm, 'Grupo')
  await anInterface(farm, id, 'Moving', 'TEMPERATURE', 'Air')
  const box = { displayName: 'Box', profile: 'FC-SMARTBOX-1' as const, timeOut: 600, timeZone: 'Europe/Lisbon' }
  const edit = () => api.terminals.edit({ params: { id }, body: { ...box, entityId: farm.at['Old group']!, version: 1 } })
  expect(await moving('Grupo', edit)).toMatchObject({ refused: 'CANNOT_EDIT_TERMINAL_WITH_DEPENDENCIES' })
  expect(await stranded()).toEqual([])
  await back()
  data(await edit())
})
