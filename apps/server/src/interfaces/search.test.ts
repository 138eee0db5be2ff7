import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { createInterface } from './interfaces.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Root')
  for (const name of ['Farm 1', 'Farm 12', 'Quinta do Paul']) {
    const top = data(
      await api.entities.create({ body: { type: 'FARM', parentId: farm.at.Aves!, name, code: code() }, files: [] }),
    )
    farm.at[name] = top.id
    for (const house of ['Pavilhão 1', 'Pavilhão 10', 'Barn 10']) {
      const { id } = data(await api.entities.create({ body: { type: 'SECTOR', parentId: top.id, name: house }, files: [] }))
      farm.at[`${name} | ${house}`] = id
      await add(id, 'Temperature')
      await add(id, 'Door')
    }
  }
})
afterAll(() => farm.close())

let codes = 0
const code = () => `X${String(++codes).padStart(2, '0')}`
async function add(entityId: string, displayName: string) {
  const { id: terminalId } = await aTerminal(farm, 'Aves')
  await farm.world.db.work(farm.system, work =>
    createInterface(work, farm.app.services.devices, { terminalId, entityId, displayName, category: 'CO2', address: 'x' }),
  )
}

type Of = { readonly displayName: string; readonly entity: { readonly displayName: string } }
const fullName = ({ displayName, entity }: Of) => `${displayName}, ${entity.displayName}`
const ask = (search: string) =>
  ({ search, sortProperty: 'match', sortDirection: 'ASC', itemsPerPage: 50, entityId: farm.at.Aves! }) as const
const found = async (search: string) => data(await api.interfaces.search({ query: ask(search) })).content.map(fullName)

describe('sensors are found by the words of their place', () => {
  const barn = ['Door, Farm 12 | Barn 10', 'Temperature, Farm 12 | Barn 10']
  test.each([
    ['Farm 12 barn 10', barn],
    ['farm 12 | barn 10', barn],
    ['Farm 12 | Barn 10 temp', barn.slice(1)],
    ['door farm 12 barn 10', barn.slice(0, 1)],
    ['Quinta do Paul | Pavilhão 10', ['Door, Quinta do Paul | Pavilhão 10', 'Temperature, Quinta do Paul | Pavilhão 10']],
    ['paul pavilhao 99', []],
  ])('%s', async (typed, all) => expect(await found(typed)).toEqual(all))

  test.each([
    ['Quinta do Paul | Pavilhão 1', 'Quinta do Paul | Pavilhão 1', 4],
    ['Pavilhão 1', 'Farm 1 | Pavilhão 1', 12],
    ['barn 10', 'Farm 1 | Barn 10', 6],
    ['pavilhao', 'Farm 1 | Pavilhão 1', 12],
  ])('%s: the place of that name first', async (typed, first, count) => {
    const all = await found(typed)
    expect(all).toHaveLength(count)
    expect(all[0]).toBe(`Door, ${first}`)
  })

  test('ranks interfaces at entities of exactly that name first', async () => {
    const places = (await found('Pavilhão 1')).map(one => one.split(' | ')[1])
    expect(places).toEqual([...Array(6).fill('Pavilhão 1'), ...Array(6).fill('Pavilhão 10')])
  })

  test('where they are chosen from a list, too', async () => {
    const listed = data(await api.interfaces.list({ query: { search: 'Farm 12 barn 10' } }))
    expect(listed.map(fullName)).toEqual(barn)
  })
})

test('finds a renamed entity and a moved sensor by the current names', async () => {
  await farm.world.owner.query(`update entities set name = 'Monte Novo' where id = $1`, [farm.at['Farm 1']])
  expect(await found('monte novo pavilhao 10')).toHaveLength(2)
  expect(await found('farm 1 pavilhao')).toHaveLength(4)
  await farm.world.owner.query('update interfaces set entity_id = $1 where entity_id = $2', [
    farm.at['Farm 12'],
    farm.at['Farm 12 | Pavilhão 1'],
  ])
  expect(await found('farm 12 pavilhao')).toEqual(['Door, Farm 12 | Pavilhão 10', 'Temperature, Farm 12 | Pavilhão 10'])
})

test('a user of one house finds its sensors by the displayed name only', async () => {
  const keeper = await farm.as('Quinta do Paul | Pavilhão 10')
  const searchAsKeeper = async (search: string) =>
    data(await keeper.interfaces.search({ query: { ...ask(search), entityId: undefined } })).content.map(fullName)
  expect(await searchAsKeeper('quinta do paul')).toEqual([
    'Door, Quinta do Paul | Pavilhão 10',
    'Temperature, Quinta do Paul | Pavilhão 10',
  ])
  const above = await farm.as('Quinta do Paul')
  const { version, ...is } = data(await above.entities.details({ params: { id: farm.at['Quinta do Paul']! } }))
  const body = { name: 'Herdade', code: is.code!, tagIds: [], responsibleUserIds: [], version }
  data(await above.entities.edit({ params: { id: is.id }, body, files: [] }))
  expect(await searchAsKeeper('herdade door')).toEqual(['Door, Herdade | Pavilhão 10'])
  expect(await searchAsKeeper('aves')).toEqual([])
})
