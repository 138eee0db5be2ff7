import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { responsible } from '../../test/outbox.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const of = async (place: string) => data(await api.escalation.of({ params: { id: farm.at[place]! } }))
const nameOf = async (id: string) => {
  const { rows } = await farm.world.owner.query<{ name: string }>('select short_name as name from users where id = $1', [id])
  return rows[0]!.name
}

test('without a list the levels say who is told by name, also above what one sees; who may not be told is no level', async () => {
  expect((await of('House 1')).levels).toEqual([])
  const near = await responsible(farm, 'Paul', await farm.person('Paul'))
  const far = await responsible(farm, 'Grupo', await farm.person('Grupo'))
  await responsible(farm, 'Aves', await farm.person('Aves'), { status: 'INACTIVE' })
  await responsible(farm, 'House 1', await farm.person('Azinheira'))
  const { stepsOf, levels } = await of('House 1')
  expect(stepsOf).toBeNull()
  expect(levels.map(level => [level.id, level.people.map(person => person.shortName)])).toEqual([
    [farm.at.Paul, [await nameOf(near)]],
    [farm.at.Grupo, [await nameOf(far)]],
  ])
  const steps = [{ userIds: [near] }]
  expect(data(await api.escalation.set({ params: { id: farm.at.Paul! }, body: { steps, version: 0 } })).levels).toEqual([])
})

test('whom a list of a place may not name is not offered for it', async () => {
  const here = await farm.person('Paul')
  const elsewhere = await farm.person('Azinheira')
  const offered = data(await api.users.choices({ query: { sees: farm.at.Paul!, status: 'ACTIVE', itemsPerPage: 200 } })).content
  const { rows } = await farm.world.owner.query<{ id: string; email: string }>(
    'select id::text, email::text from users where email = any ($1)',
    [[here, elsewhere]],
  )
  const id = (email: string) => rows.find(row => row.email === email)!.id
  const ids = new Set(offered.map(one => one.userId))
  expect([ids.has(id(here)), ids.has(id(elsewhere))]).toEqual([true, false])
  const set = (userId: string) =>
    api.escalation.set({ params: { id: farm.at['House 1']! }, body: { steps: [{ userIds: [userId] }], version: 0 } })
  await expect(set(id(elsewhere))).rejects.toMatchObject(failing('INVALID_INPUT', 'steps.0.userIds.0'))
  data(await set(id(here)))
})

test('a list may be for whoever is on duty by a roster above what its editor sees', async () => {
  const night = await responsible(farm, 'Suínos', await farm.person('Grupo'))
  const shifts = [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00', userId: night }]
  const above = await farm.as('Grupo')
  data(await above.escalation.set({ params: { id: farm.at.Suínos! }, body: { steps: [], shifts, version: 0 } }))
  const local = await farm.as('Azinheira')
  const params = { id: farm.at.Azinheira! }
  data(await local.escalation.set({ params, body: { steps: [{ onDuty: true }], shifts: [], version: 0 } }))
  expect(data(await local.escalation.recipients({ params }))).toEqual({ people: [], hidden: 1 })
})
