import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfText, workbookRows } from '../../test/documents.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { ago, createHerd, entry, exit } from '../../test/herd.ts'

let farm: Farm
let api: Api
let herd: ReturnType<typeof createHerd>
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
  herd = createHerd(farm, api)
})
afterAll(() => farm.close())

/** The deaths of a batch and their share of the entries, %, wherever they are shown. */
async function shown(id: string) {
  const params = { id }
  const bytes = async (content: Blob) => new Uint8Array(await content.arrayBuffer())
  const [listed] = data(await api.batches.search({ query: { ids: [id] } })).content
  const { totalMortality } = data(await api.batches.details({ params }))
  const { mortality } = data(await api.batchFigures.kpis({ params }))
  const [ranked] = data(await api.batchFigures.analytics({ query: { ids: [id] } })).content
  const { types } = data(await api.animalMovements.aggregation({ query: { batchId: id } }))
  const pdf = await pdfText(await bytes(data(await api.reports.batchSummary({ params })).content))
  const raw = await workbookRows(await bytes(data(await api.reports.batchRaw({ params })).content))
  const analysis = await workbookRows(await bytes(data(await api.reports.batchAnalytics({ params })).content))
  const days = raw['Animal movements']!.filter(([, type]) => type === 'Death')
  return {
    list: listed!.totalMortality,
    tab: totalMortality,
    aggregation: types.find(({ actionType }) => actionType === 'DEATH')!.number,
    kpi: mortality,
    ranking: ranked!.kpis!.mortality,
    pdf: /Deaths (\d+) \(([\d.]+) %\)/.exec(pdf.replaceAll('\u00a0', ' '))?.slice(1).map(Number),
    raw: days.reduce((sum, row) => sum + Number(row[2]), 0),
    analysis: analysis['Key figures']!.find(([label]) => label === 'Mortality')![1],
  }
}

const everywhere = (deaths: number, share: number) => ({
  list: deaths,
  tab: deaths,
  aggregation: deaths,
  kpi: share,
  ranking: share,
  pdf: [deaths, share],
  raw: deaths,
  analysis: share,
})

test('a correction of yesterday’s deaths changes list, tab, figures, PDF and workbooks at once', async () => {
  const opened = ago(10)
  const { id } = await herd.openBatch(opened)
  await herd.booked(id, entry(1000, opened))
  await herd.booked(id, exit('DEATH', 6, ago(5)))
  const yesterday = await herd.booked(id, exit('DEATH', 14, ago(1)))
  expect(await shown(id)).toEqual(everywhere(20, 2))
  data(await herd.edit(yesterday, { number: 4 }))
  expect(await shown(id)).toEqual(everywhere(10, 1))
})

const TOTALS = ['Entries', 'Exits', 'Pending exits', 'Deaths', 'Animals present'] as const

test('list, tab, PDF and workbooks show the same totals of a batch', async () => {
  const opened = ago(10)
  const { id } = await herd.openBatch(opened)
  await herd.booked(id, entry(900, opened))
  await herd.booked(id, exit('DEATH', 6, ago(5)))
  await herd.booked(id, exit('EXTERNAL_SALE', 200, ago(2)))
  await herd.booked(id, exit('EXTERNAL_SALE', 50, ago(1), { pending: true }))
  const params = { id }
  const bytes = async (content: Blob) => new Uint8Array(await content.arrayBuffer())
  const [listed] = data(await api.batches.search({ query: { ids: [id] } })).content
  const tab = data(await api.batches.details({ params }))
  const totals = { totalEntry: 900, totalExit: 200, totalExitPending: 50, totalMortality: 6 }
  expect(listed).toMatchObject(totals)
  expect(tab).toMatchObject(totals)
  const pdf = (await pdfText(await bytes(data(await api.reports.batchSummary({ params })).content))).replaceAll('\u00a0', ' ')
  expect(Object.fromEntries(TOTALS.map(name => [name, Number(new RegExp(`${name} (\\d+)`).exec(pdf)?.[1])]))).toEqual({
    Entries: 900,
    Exits: 200,
    'Pending exits': 50,
    Deaths: 6,
    'Animals present': 694,
  })
  for (const call of ['batchRaw', 'batchAnalytics'] as const) {
    const { Batch: sheet } = await workbookRows(await bytes(data(await api.reports[call]({ params })).content))
    expect(TOTALS.map(name => sheet!.find(([label]) => label === name)?.[1])).toEqual([900, 200, 50, 6, 694])
  }
})
