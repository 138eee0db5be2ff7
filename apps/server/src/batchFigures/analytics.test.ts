import { Kpis, NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { KpiName } from '@steading/contract/production/figures'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBooks } from '../../test/books.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { MAX_COMPUTED_BATCHES } from './analytics.ts'

const NOW = Date.parse('2026-10-27T12:00:00Z')
const DAY = 86_400_000
let farm: Farm
let api: Api

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => NOW, mono: () => performance.now() } })
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const iso = (ms: number) => new Date(ms).toISOString()
let houses = 0
const aHouse = () => farm.entity(`House of analytics ${++houses}`, 'SECTOR', 'Paul')

/** KPIs of which nothing is computable but these. */
const kpisOf = (known: Partial<Record<KpiName, number>>): Kpis => {
  const unknown = Object.fromEntries(Object.keys(Kpis.shape).map(name => [name, NOT_COMPUTABLE]))
  const days = { measured: 0, total: 0 }
  return Kpis.parse({ ...unknown, asOf: iso(NOW), isWeightEstimated: false, feedDays: days, waterDays: days, ...known })
}

/** A batch that was opened so many days ago, with stored KPIs. */
async function ranked(openedDaysAgo: number, known: Partial<Record<KpiName, number>> | null, closedDaysAgo?: number) {
  const body = { entityId: await aHouse(), openDate: iso(NOW - openedDaysAgo * DAY), species: 'BROILER' } as const
  const batch = data(await api.batches.create({ body, files: [] }))
  if (closedDaysAgo !== undefined)
    data(
      await api.batches.quickCloseOpen({
        params: { id: batch.id },
        body: { version: 1, closeDate: iso(NOW - closedDaysAgo * DAY) },
      }),
    )
  if (known)
    await farm.world.owner.query(
      `insert into batch_figures (batch_id, revision, day, figures, batch_version, curve_version, computed_at)
       select id, revision, date '2026-10-27', $2, version,
         (select version from production_curves curve where curve.id = production_curve_id), now() from batches where id = $1`,
      [batch.id, JSON.stringify(kpisOf(known))],
    )
  return batch.id
}

const rank = async (query: Parameters<Api['batchFigures']['analytics']>[0]['query'], by = api) =>
  data(await by.batchFigures.analytics({ query })).content

test('ranks batches by a KPI, missing values last in both directions', async () => {
  const low = await ranked(30, { mortality: 1.5 })
  const high = await ranked(29, { mortality: 12 })
  const unknown = await ranked(28, {})
  const ids = [low, high, unknown]
  const order = async (sortDirection: 'ASC' | 'DESC') =>
    (await rank({ ids, sortProperty: 'mortality', sortDirection })).map(({ id }) => id)
  expect((await order('ASC')).slice(0, 2)).toEqual([low, high])
  expect((await order('DESC')).slice(0, 2)).toEqual([high, low])
  expect((await rank({ ids: [low] }))[0]).toMatchObject({ kpis: { mortality: 1.5 }, isCurrent: true })
})

/** Animals enter and die, by the books alone. */
const bookDeaths = async (id: string, deaths: number) => {
  const books = createBooks(farm)
  const movement = { at: NOW - DAY, weight: 4.4, ageDays: 0, pending: false }
  await books.move(id, [
    { ...movement, id: '1', action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', number: 100 },
    { ...movement, id: '2', action: 'EXIT', actionType: 'DEATH', number: deaths },
  ])
}

test('computes KPIs that were never stored, or that something was booked after, before it ranks', async () => {
  const unchanged = await ranked(22, { mortality: 5 })
  const missing = await ranked(21, null)
  const corrected = await ranked(20, { mortality: 1 })
  await bookDeaths(missing, 2)
  await bookDeaths(corrected, 9)
  const content = await rank({ ids: [unchanged, missing, corrected], sortProperty: 'mortality', sortDirection: 'ASC' })
  expect(content.map(({ id, kpis, isCurrent }) => [id, kpis!.mortality, isCurrent])).toEqual([
    [missing, 2, true],
    [unchanged, 5, true],
    [corrected, 9, true],
  ])
})

test('computes a limited number of batches at once, and marks the KPIs of the others', async () => {
  const ids: string[] = []
  for (let count = 0; count <= MAX_COMPUTED_BATCHES; count++) ids.push(await ranked(19, { mortality: 1 }))
  await farm.world.owner.query('update batches set revision = revision + 1 where id = any ($1::bigint[])', [ids])
  const outdated = async () =>
    (await rank({ ids, itemsPerPage: 50 })).filter(({ isCurrent }) => !isCurrent).map(({ kpis }) => kpis!.mortality)
  expect(await outdated()).toEqual([1])
  expect(await outdated()).toEqual([])
})

test('ranks the others where a batch cannot be computed', async () => {
  const broken = await ranked(18, { mortality: 1 })
  const sound = await ranked(17, { mortality: 2 })
  await farm.world.owner.query(
    `with curve as (insert into production_curves (entity_id, display_name, species, age_unit, details)
       values ($2, 'Broken', 'BROILER', 1, '5') returning id)
     update batches set production_curve_id = curve.id from curve where batches.id = $1`,
    [broken, farm.at.Aves],
  )
  await bookDeaths(broken, 9)
  await bookDeaths(sound, 3)
  const content = await rank({ ids: [broken, sound], sortProperty: 'mortality', sortDirection: 'ASC' })
  await farm.world.owner.query('update batches set production_curve_id = null where id = $1', [broken])
  expect(content.map(({ id, kpis, isCurrent }) => [id, kpis!.mortality, isCurrent])).toEqual([
    [broken, 1, false],
    [sound, 3, true],
  ])
})

test('narrows by status, species and days of opening', async () => {
  const open = await ranked(12, {})
  const closed = await ranked(60, {}, 15)
  const ids = [open, closed]
  const found = async (query: object) => (await rank({ ids, ...query })).map(({ id }) => id)
  expect(await found({ status: ['CLOSED'] })).toEqual([closed])
  expect(await found({ species: 'PIG' })).toEqual([])
  expect(await found({ species: 'CHICKEN' })).toEqual([open, closed])
  expect(await found({ fromDate: iso(NOW - 13 * DAY) })).toEqual([open])
})

test('answers the latest closed batches of the farm and the species', async () => {
  const open = await ranked(10, { epef: 300 })
  const older = await ranked(120, { epef: 380 }, 80)
  const newer = await ranked(70, { epef: 410 }, 30)
  await ranked(110, null, 79)
  const [history, ...others] = data(await api.batchFigures.farmHistory({ query: { batchIds: [open, newer] } }))
  expect(others).toEqual([])
  expect(history).toMatchObject({ species: 'CHICKEN', batchIds: [open, newer].toSorted((a, b) => Number(a) - Number(b)) })
  expect(history!.farm.id).toBe(farm.at.Paul)
  const ours = history!.closed.filter(({ batch: { id } }) => id === older || id === newer)
  expect(ours.map(({ batch: { id }, kpis: { epef } }) => [id, epef])).toEqual([
    [newer, 410],
    [older, 380],
  ])
  expect(history!.closed.every(({ batch: { id } }) => id !== open)).toBe(true)
})

describe('batches of several enterprises', () => {
  const severalAt = (field: string) => ({
    failure: {
      code: 'INVALID_INPUT',
      fields: [{ field, code: 'severalEnterprises', message: expect.stringContaining('company') as unknown }],
    },
  })
  let group: Api
  let poultry: string
  let pigs: string
  beforeAll(async () => {
    group = await farm.as('Grupo')
    poultry = await ranked(8, { mortality: 1 })
    const body = { entityId: farm.at['Room 1']!, openDate: iso(NOW - 8 * DAY), species: 'PIG' } as const
    pigs = data(await group.batches.create({ body, files: [] })).id
  })

  test('are not ranked, and are within one enterprise', async () => {
    await expect(rank({ sortProperty: 'mortality' }, group)).rejects.toMatchObject(severalAt('entityId'))
    await expect(rank({}, group)).rejects.toMatchObject(severalAt('entityId'))
    await expect(rank({ ids: [poultry, pigs] }, group)).rejects.toMatchObject(severalAt('ids'))
    expect(await rank({ entityId: farm.at.Suínos! }, group)).toMatchObject([{ id: pigs }])
    expect(await rank({ species: 'PIG' }, group)).toMatchObject([{ id: pigs }])
    expect(await rank({ ids: [poultry] }, group)).toMatchObject([{ id: poultry }])
  })

  test('are not compared by age or by history', async () => {
    const batchIds = [poultry, pigs]
    const several = severalAt('batchIds')
    await expect(group.batchFigures.consumptionOfSeveral({ query: { batchIds } })).rejects.toMatchObject(several)
    await expect(group.batchFigures.farmHistory({ query: { batchIds } })).rejects.toMatchObject(several)
    expect(data(await group.batchFigures.farmHistory({ query: { batchIds: [pigs] } }))).toMatchObject([{ batchIds: [pigs] }])
  })

  test('are not ranked for a person who sees a house of each, and no enterprise', async () => {
    const email = await farm.person('Grupo')
    const { entity } = data(await group.batches.details({ params: { id: poultry } }))
    await farm.world.owner.query(
      `with limited as (update users set restricted = true where email = $1 returning id)
       insert into user_access select limited.id, unnest($2::bigint[]) from limited`,
      [email, [entity.id, farm.at['Room 1']]],
    )
    const person = farm.api(await farm.login(email))
    await expect(rank({}, person)).rejects.toMatchObject(severalAt('entityId'))
    expect(await rank({ entityId: entity.id }, person)).toMatchObject([{ id: poultry }])
  })
})

test('shows no batch out of reach, and asks for the permission', async () => {
  const id = await ranked(9, { mortality: 1 })
  const elsewhere = await farm.as('Suínos')
  expect(await rank({ ids: [id] }, elsewhere)).toEqual([])
  await expect(elsewhere.batchFigures.farmHistory({ query: { batchIds: [id] } })).rejects.toMatchObject({
    failure: { code: 'NOT_FOUND' },
  })
  const reader = await farm.as('Aves', ['batches.read'])
  await expect(reader.batchFigures.analytics({ query: { ids: [id] } })).rejects.toMatchObject({ status: 403 })
  await expect(reader.batchFigures.farmHistory({ query: { batchIds: [id] } })).rejects.toMatchObject({ status: 403 })
})
