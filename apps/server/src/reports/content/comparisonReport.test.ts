import type { SpeciesCode } from '@steading/contract/production/species'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createBooks } from '../../../test/books.ts'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { PATIENCE } from '../../../../../tools/testing/patience.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 3, 27, 12)
let farm: Farm
let me: Api
let broilers: string
let pigs: string

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => NOW, mono: () => performance.now() } })
  me = await farm.as('Grupo')
  broilers = await weighed('House 1', 'BROILER', [10_000, 440], 0.992)
  await farm.entity('Room of pigs', 'SECTOR', 'Paul')
  pigs = await weighed('Room of pigs', 'PIG', [100, 2500], 96.923)
})
afterAll(() => farm.close())

/** A batch of three weeks with its entry (animals, kg), whose animals weigh so many kg today. */
async function weighed(
  place: string,
  species: SpeciesCode,
  [number, weight]: readonly [number, number],
  each: number,
  feedInterfaceIds?: string[],
) {
  const books = createBooks(farm)
  const openedAt = NOW - 21 * DAY
  const { id } = data(
    await me.batches.create({
      body: {
        entityId: farm.at[place]!,
        openDate: new Date(openedAt).toISOString(),
        species,
        ...(feedInterfaceIds && { feedInterfaceIds }),
      },
      files: [],
    }),
  )
  await books.move(id, [
    { id: '1', at: openedAt, action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', number, weight, ageDays: 0, pending: false },
  ])
  await farm.world.owner.query('update batches set total_entry = $2 where id = $1', [id, number])
  await books.weigh(id, NOW - 3_600_000, 10, each * 10)
  return id
}

const request = (batchIds: string[]) =>
  ({
    displayName: 'Side by side',
    type: 'BATCH_COMPARISON',
    format: 'CSV',
    batchIds,
    language: 'en-US',
    timeZone: 'Europe/Lisbon',
  }) as const

/** The lines of a comparison in CSV. */
async function compared(...batchIds: string[]): Promise<string[]> {
  const { id } = data(await me.reports.create({ body: request(batchIds) }))
  await vi.waitFor(async () => expect(data(await me.reports.details({ params: { id } })).status).toBe('READY'), {
    timeout: PATIENCE.poll,
    interval: 100,
  })
  const { content } = data(await me.reports.download({ params: { id } }))
  return (await content.text()).split(/\r?\n/)
}

test('weights of broilers and of pigs are compared in kg', async () => {
  const lines = await compared(broilers, pigs)
  expect(lines).toContain('Current weight;kg;0,992;96,923')
  expect(lines).toContain('Entry weight;kg;0,044;25')
  expect(await compared(pigs, broilers)).toContain('Current weight;kg;96,923;0,992')
})

test('only weights of poultry are compared in g', async () => {
  const heavier = await weighed('House 2', 'BROILER', [10_000, 440], 1.05)
  expect(await compared(broilers, heavier)).toContain('Current weight;g;992;1050')
})

test('a comparison says which share of the days feed was measured on', async () => {
  const books = createBooks(farm)
  const box = await books.box(await farm.entity('House 3', 'SECTOR', 'Paul'), ['FEED_COUNTER'])
  const measured = await weighed('House 3', 'BROILER', [10_000, 440], 1, [...box.interfaces])
  // On the last full day and the running one, of the 21 days before it and the running one.
  for (const [at, kg] of [
    [NOW - 20 * 3_600_000, 0],
    [NOW - 14 * 3_600_000, 90],
    [NOW - 3_600_000, 100],
  ] as const)
    await box.send(at, [kg])
  await books.rolledUp()
  data(await me.batchFigures.refreshImported({ params: { id: measured } }))
  expect(await compared(broilers, measured)).toContain('Feed consumed: days measured;%;;9,1')
})

test('batches of several enterprises are not compared, once or on a schedule', async () => {
  const foreign = await weighed('Room 1', 'PIG', [100, 2500], 96.923)
  const fields = [{ field: 'batchIds', code: 'severalEnterprises' }]
  const refused = { failure: { code: 'INVALID_INPUT', fields } }
  const body = request([pigs, foreign])
  await expect(me.reports.create({ body })).rejects.toMatchObject(refused)
  const recurrence = { frequency: 'DAILY', time: '06:00' } as const
  await expect(me.reports.create({ body: { ...body, recurrence } })).rejects.toMatchObject(refused)
})
