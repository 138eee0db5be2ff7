import { PRODUCTION_CLASSES } from '@steading/contract/production/batches'
import type { CreateBatch } from '@steading/contract/production/batches'
import { SPECIES_CODES } from '@steading/contract/production/species'
import { LANGUAGES } from '@steading/contract/users/languages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { aBox } from '../../test/box-rows.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { ago } from '../../test/herd.ts'

type Fields = Partial<z.input<typeof CreateBatch>>
let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

let houses = 0
const aHouse = () => farm.entity(`House of fields ${++houses}`, 'SECTOR', 'Paul')
const create = async (more: Fields, files: File[] = [], entityId?: string) => {
  const body = { entityId: entityId ?? (await aHouse()), openDate: ago(5), species: 'BROILER', ...more } as const
  return api.batches.create({ body, files })
}
const created = async (more: Fields, files: File[] = []) => data(await create(more, files))
const batchesAt = async (placeId: string) => data(await api.batches.search({ query: { placeId } })).content
/** Tries to create a batch; answers what the call failed with, and the batches of its house after it. */
async function attempt(more: Fields) {
  const house = await aHouse()
  const failed = await create(more, [], house).then(
    () => null,
    (error: unknown) => error,
  )
  return { failed, batches: await batchesAt(house) }
}
/** Refused at a field, and nothing was written. */
const refusedAt = (field: string) => ({ failed: failing('INVALID_INPUT', field), batches: [] })

describe('species', () => {
  test('are listed with their kinds and a name in each of the six languages', async () => {
    const listed = data(await api.batches.species())
    expect(listed.flatMap(({ value, nested }) => [value, ...nested.map(kind => kind.value)])).toEqual(SPECIES_CODES)
    expect(LANGUAGES).toHaveLength(6)
    for (const { translations } of listed.flatMap(root => [root, ...root.nested]))
      expect(LANGUAGES.filter(language => translations[language].trim() === '')).toEqual([])
  })

  test.each(SPECIES_CODES)('%s is a species of a batch', async species => {
    const { id } = await created({ species })
    expect(data(await api.batches.details({ params: { id } })).species.value).toBe(species)
  })

  test.each(['DRAGON', 'broiler', '', null, undefined])('%j is none', async species => {
    expect(await attempt({ species: species as never })).toMatchObject(refusedAt('species')) // safe: the server validates it
  })
})

describe('production types', () => {
  const table = [
    [1, 'ALL_IN_ALL_OUT', 'NURSERY'],
    [2, 'ALL_IN_ALL_OUT', 'FATTENING'],
    [3, 'ALL_IN_ALL_OUT', 'WEAN_TO_FINISH'],
    [4, 'ALL_IN_ALL_OUT', 'GROWTH'],
    [5, 'ALL_IN_ALL_OUT', 'LAYING'],
    [6, 'CONTINUOUS', 'NURSERY'],
    [7, 'CONTINUOUS', 'FATTENING'],
    [8, 'CONTINUOUS', 'WEAN_TO_FINISH'],
    [9, 'CONTINUOUS', 'GROWTH'],
    [10, 'CONTINUOUS', 'LAYING'],
  ] as const

  test('are ten, without a limit of animals', async () => {
    const listed = data(await api.batches.productionTypes())
    expect(listed).toEqual(table.map(([id, mode, subMode]) => ({ id, mode, subMode, maxBalance: 0 })))
  })

  test.each(table)('%i is %s, %s', async (id, mode, subMode) => {
    expect((await created({ productionTypeId: id })).productionType).toEqual({ id, mode, subMode, maxBalance: 0 })
  })

  test('all in, all out, fattening is the one of a new batch', async () => {
    expect((await created({})).productionType.id).toBe(2)
  })

  test.each([0, 11, 1.5, -1, '2', null])('%j is none', async id => {
    expect(await attempt({ productionTypeId: id as never })).toMatchObject(refusedAt('productionTypeId')) // safe: as above
  })
})

describe('the production class', () => {
  test.each([...PRODUCTION_CLASSES, null])('may be %s', async productionClass => {
    expect((await created({ productionClass })).productionClass).toBe(productionClass)
  })

  test('is one of five, or none', async () => {
    expect(PRODUCTION_CLASSES).toEqual(['CONVENTIONAL', 'ANTIBIOTIC_FREE', 'FREE_RANGE', 'ORGANIC', 'BREEDING'])
    expect(await attempt({ productionClass: 'HALAL' as never })).toMatchObject(refusedAt('productionClass')) // safe: as above
  })
})

test('interfaces that are left out are the default ones of the house', async () => {
  const entityId = await aHouse()
  const categories = ['SILO_WEIGHT', 'WATER_COUNTER', 'FEED_COUNTER', 'FEED_COUNTER'] as const
  const box = await aBox(
    farm.world.owner,
    entityId,
    categories.map(category => ({ category })),
  )
  const [silo, water, feed, other] = box.interfaces as [string, string, string, string]
  const { version } = data(await api.interfaces.defaults({ params: { id: entityId } }))
  data(await api.interfaces.setDefaults({ params: { id: entityId }, body: { interfaceIds: [silo, water, feed], version } }))
  expect(data(await create({ feedInterfaceIds: [other] }, [], entityId))).toMatchObject({
    siloInterfaceIds: [silo],
    waterInterfaceIds: [water],
    feedInterfaceIds: [other],
    defaultInterfaces: ['SILO', 'WATER'],
  })
})

describe('attachments', () => {
  const csv = new File(['day;deaths\n1;2\n'], 'deaths.csv')
  const pdf = new File(['%PDF-1.7\n%âã\n'], 'Certidão de saúde.pdf')

  test('name their type and size', async () => {
    const { attachments } = await created({}, [csv, pdf])
    expect(attachments).toMatchObject([
      { name: 'deaths.csv', type: 'text/csv', size: csv.size },
      { name: 'Certidão de saúde.pdf', type: 'application/pdf', size: pdf.size },
    ])
  })

  test.each([
    ['nothing', 'notes.txt', '', 'emptyFile'],
    ['a page', 'index.html', '<html><script>alert(1)</script></html>', 'fileType'],
    ['a drawing', 'plan.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'fileType'],
    ['a program', 'tool.txt', 'MZ\u0000\u0003', 'fileType'],
    ['a document under another ending', 'plan.html', '%PDF-1.7\n%âã', 'fileName'],
  ])('%s is refused, with the batch', async (_, name, content, code) => {
    const house = await aHouse()
    await expect(create({}, [csv, new File([content], name)], house)).rejects.toMatchObject({
      failure: { code: 'INVALID_INPUT', fields: [{ field: 'files.1', code }] },
    })
    expect(await batchesAt(house)).toEqual([])
  })
})
