import { afterAll, beforeAll, expect, test } from 'vitest'
import { beside } from '../../../test/beside.ts'
import { createBooks } from '../../../test/books.ts'
import { aFarm, data } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { readAnalysis, readRawData, readSummary } from './batchData.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 3, 27, 12)
const OPENED = NOW - 15 * DAY
let farm: Farm
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => NOW, mono: () => performance.now() } })
})
afterAll(() => farm.close())

let count = 0
async function aBatch() {
  const entityId = await farm.entity(`House of reports ${++count}`, 'SECTOR', 'Paul')
  const body = { entityId, openDate: new Date(OPENED).toISOString(), species: 'BROILER' } as const
  const { id } = data(await (await farm.as('Grupo')).batches.create({ body, files: [] }))
  await createBooks(farm).move(id, [
    { id: '1', at: OPENED, action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', number: 100, weight: 4.4, ageDays: 0, pending: false },
  ])
  return id
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Every number of dead animals in a document. */
const documents: Record<string, (id: string) => Promise<readonly number[]>> = {
  'the report of a batch': async id => {
    const { batch, kpis, weeks, animals } = await readSummary(farm.world, farm.system, id)
    return [
      batch.totalMortality,
      kpis.mortality,
      sum(weeks.map(({ deaths }) => deaths)),
      sum((animals?.deathReasons ?? []).map(({ number }) => number)),
    ]
  },
  'the records of a batch': async id => {
    const { batch, animals } = await readRawData(farm.world, farm.system, id)
    return [batch.totalMortality, sum((animals ?? []).flatMap(row => (row.action_type === 'DEATH' ? row.number : [])))]
  },
  'the analytics of a batch': async id => {
    const { batch, kpis, mortality } = await readAnalysis(farm.world, farm.system, id)
    return [batch.totalMortality, kpis.mortality, Math.max(...mortality.map(({ value }) => value ?? 0))]
  },
}

test.each(Object.entries(documents))('%s shows nothing that is committed while it is read', async (_name, deaths) => {
  const id = await aBatch()
  const before = await deaths(id)
  expect(new Set(before)).toEqual(new Set([0]))
  // One animal of a hundred dies: the number and the share in % are 1. The lock stops the reader after the row of the batch.
  const change = `
    insert into animal_movements (batch_id, at, action, action_type, number, weight, age, pending, created_at)
      values (${id}, '${new Date(OPENED + DAY).toISOString()}', 'EXIT', 'DEATH', 1, null, 0, false, now());
    update batches set revision = revision + 1, total_exit = 1, total_mortality = 1 where id = ${id};
    lock table production_attachments in access exclusive mode`
  expect(await beside(farm, change, [], () => deaths(id))).toEqual(before)
  expect(new Set(await deaths(id))).toEqual(new Set([1]))
})
