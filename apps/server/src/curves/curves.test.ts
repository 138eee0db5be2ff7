import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const details = [
  { age: 0, weight: 0.04, dailyFeed: 0 },
  { age: 10, weight: 0.3, dailyFeed: 0.05 },
  { age: 20, weight: 0.9 },
]
let made = 0
const fields = (more: object = {}) => ({
  displayName: `Curve ${++made}`,
  species: 'BROILER' as const,
  geneticsId: null,
  ageUnit: 1 as const,
  source: '',
  details,
  ...more,
})
const create = async (more: object = {}) => data(await api.curves.create({ body: { entityId: farm.at.Aves!, ...fields(more) } }))

test('a curve stores its points and interpolates between two ages', async () => {
  const curve = await create()
  expect(curve.details).toEqual(details)
  const at = async (age: number) => data(await api.curves.curveDetails({ params: { id: curve.id }, query: { age } }))
  expect(await at(15)).toEqual([{ age: 15, weight: expect.closeTo(0.6) }])
  expect(await at(5)).toEqual([{ age: 5, weight: expect.closeTo(0.17), dailyFeed: expect.closeTo(0.025) }])
  expect(await at(21)).toEqual([])
  expect(data(await api.curves.curveDetails({ params: { id: curve.id } }))).toEqual(details)
})

test('a curve that no batch follows is deleted', async () => {
  const { id } = await create()
  expect(data(await api.curves.remove({ params: { id } }))).toEqual({ outcome: 'DELETED' })
  await expect(api.curves.details({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('ages that do not rise are refused at their row', async () => {
  const wrong = [...details, { age: 20, weight: 1 }]
  await expect(create({ details: wrong })).rejects.toMatchObject(failing('INVALID_INPUT', 'details.3.age'))
  await expect(create({ details: details.slice(0, 1) })).rejects.toMatchObject(failing('INVALID_INPUT', 'details'))
})

test('a weight of poultry above 30 kg is refused at its row', async () => {
  const heavy = [...details, { age: 30, weight: 31 }]
  await expect(create({ details: heavy })).rejects.toMatchObject({
    failure: { fields: [{ field: 'details.3.weight', code: 'birdTooHeavy' }] },
  })
  await create({ details: heavy, species: 'FINISHER' })
})

test('genetics are of the same species and usable there', async () => {
  const body = { entityId: farm.at.Aves!, code: 'P', displayName: 'Pietrain', species: 'PIG' as const }
  const { id } = data(await api.genetics.create({ body }))
  await expect(create({ geneticsId: id })).rejects.toMatchObject(failing('INVALID_INPUT', 'geneticsId'))
  await expect(create({ geneticsId: '999999' })).rejects.toMatchObject(failing('INVALID_INPUT', 'geneticsId'))
  expect(await create({ geneticsId: id, species: 'FINISHER' })).toMatchObject({ geneticsId: id })
})

test('batches choose among the active curves of their house', async () => {
  const active = await create()
  const inactive = await create()
  const { displayName, species, geneticsId, ageUnit, source, version } = inactive
  const body = { displayName, species, geneticsId, ageUnit, source, details, status: 'INACTIVE' as const, version }
  data(await api.curves.edit({ params: { id: inactive.id }, body }))
  const query = { status: 'true' as const, entityId: farm.at['House 1']!, species: 'BROILER' as const, itemsPerPage: 50 as const }
  const ids = data(await api.curves.choices({ query })).content.map(({ id }) => id)
  expect(ids).toContain(active.id)
  expect(ids).not.toContain(inactive.id)
})

test('an import returns points, or the first problem with code and row, and saves nothing', async () => {
  const count = async () => (await farm.world.owner.query('select from production_curves')).rowCount
  const before = await count()
  const read = async (text: string, more: object = {}) =>
    data(await api.curves.importDetails({ body: { text, ageUnit: 7, ...more } }))
  expect(await read('age;weight\n9;26\n10;30,7')).toEqual({
    points: [
      { age: 63, weight: 26 },
      { age: 70, weight: 30.7 },
    ],
    problem: null,
  })
  expect((await read('age;weight\n9;26\n9;27')).problem).toEqual({ code: 'MISSING_AGE_VALUES', row: 3, column: null })
  expect((await read('age;weight;rhMax\n9;26;70\n10;27;170')).problem).toEqual({
    code: 'WRONG_CURVE_VALUE',
    row: 3,
    column: 'rhMax',
  })
  // Columns pasted for poultry are in g.
  expect((await read('0\t44\n1\t213', { species: 'BROILER' })).points[1]).toEqual({ age: 7, weight: 0.213 })
  expect(await count()).toBe(before)
})

test('the curves of the product are listed with their points, complete and valid', async () => {
  const { content } = data(await api.curves.search({ query: { search: 'Ross 308' } }))
  expect(content).toMatchObject([{ isSystem: true, species: 'BROILER', ageUnit: 1 }])
  expect(data(await api.curves.search({ query: { search: 'Finisher pig' } })).content[0]!.details).toHaveLength(17)
  expect(content[0]!.details).toHaveLength(43)
  expect(content[0]!.details.at(-1)).toMatchObject({ age: 42, weight: 2.998, dailyFeed: 0.207, tMin: 15, tMax: 21, co2Max: 3000 })
})
