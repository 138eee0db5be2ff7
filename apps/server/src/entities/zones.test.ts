import type { EditEntity, Entity } from '@steading/contract/entities/entities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aHouse, aRule, tooHot } from '../../test/rules.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Grupo')
  await farm.world.owner.query(`update entities set code = upper(left(name, 3)) where id = any ($1)`, [
    [farm.at.Paul, farm.at.Azinheira],
  ])
})
afterAll(() => farm.close())

const details = async (id: string): Promise<Entity> => data(await api.entities.details({ params: { id } }))
const setZone = async (id: string, timeZone: string, query: object = {}) => {
  const { name, code, version, responsibleUsers, tags } = await details(id)
  const body: EditEntity = {
    name,
    code,
    version,
    timeZone,
    responsibleUserIds: responsibleUsers.map(responsibleUser => responsibleUser.userId),
    tagIds: tags.map(tag => tag.id),
  }
  return api.entities.edit({ params: { id }, query, body, files: [] })
}
const boxZone = async (id: string) => data(await api.terminals.details({ params: { id } })).timeZone

test('houses, drill plans, rosters and boxes without rules take the time zone of the farm', async () => {
  const place = farm.at.Azinheira!
  const house = farm.at['Room 1']!
  const box = await aTerminal(farm, 'Room 1')
  await farm.world.owner.query(`update terminals set time_zone = 'Europe/Lisbon' where id = $1`, [box.id])
  const { version } = await details(house)
  data(await setZone(place, 'Atlantic/Azores'))
  expect(await details(house)).toMatchObject({ timeZone: 'Atlantic/Azores', version: version + 1 })
  expect(data(await api.drills.plan({ params: { id: house } })).timeZone).toBe('Atlantic/Azores')
  expect(data(await api.escalation.of({ params: { id: house } })).timeZone).toBe('Atlantic/Azores')
  expect(await boxZone(box.id)).toBe('Atlantic/Azores')
  const { rows } = await farm.world.owner.query<{ changes: unknown }>(
    `select changes from audit where object_type = 'entity' and object_id = $1 order by id desc limit 1`,
    [house],
  )
  expect(rows[0]!.changes).toEqual([{ field: 'timeZone', old: 'Europe/Lisbon', new: 'Atlantic/Azores' }])
})

test('a house with a time zone of its own keeps it, and so does a box', async () => {
  const place = farm.at.Azinheira!
  const house = farm.at['Room 1']!
  data(await setZone(house, 'Europe/Athens'))
  const box = await aTerminal(farm, 'Azinheira')
  await farm.world.owner.query(`update terminals set time_zone = 'Europe/Paris' where id = $1`, [box.id])
  data(await setZone(place, 'Europe/Madrid'))
  expect((await details(house)).timeZone).toBe('Europe/Athens')
  expect(await boxZone(box.id)).toBe('Europe/Paris')
})

test('lists boxes and rules in the old time zone, which keep it after a confirmation', async () => {
  const { terminalId, temperature, entityId, sectorId } = await aHouse(farm)
  await farm.world.owner.query(`update terminals set time_zone = 'Europe/Lisbon', display_name = 'Box of rules' where id = $1`, [
    terminalId,
  ])
  await aRule(farm, { entityId, sectorId, terminalId, displayName: 'On the box', ...tooHot(temperature) })
  await aRule(farm, { entityId, displayName: 'Anywhere', ...tooHot(temperature), template: 'CLOUD_ALARM' })
  await farm.world.owner.query(`update rules set body = body || '{"timeZone": "Europe/Lisbon"}' where display_name = 'Anywhere'`)
  const answer = await setZone(entityId, 'Atlantic/Azores', { confirm: 'true' })
  expect(answer).toMatchObject({ refused: 'CONFIRM_TIME_ZONE_WITH_RULES' })
  expect(answer).toMatchObject({ message: expect.stringContaining('Anywhere, Box of rules') as string })
  expect((await details(sectorId)).timeZone).toBe('Europe/Lisbon')
  data(await setZone(entityId, 'Atlantic/Azores', { confirmTimeZone: 'true' }))
  expect((await details(sectorId)).timeZone).toBe('Atlantic/Azores')
  expect(await boxZone(terminalId)).toBe('Europe/Lisbon')
})
