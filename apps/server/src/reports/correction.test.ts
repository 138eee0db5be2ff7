import { allKpisOfBatch, KPI_KINDS } from '@steading/locales/kpis'
import type { AnimalMovement } from '@steading/contract/production/animalMovements'
import type { Weighing } from '@steading/contract/production/weighings'
import { round } from '@steading/contract/round'
import { translators } from '@steading/locales/text'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBooks } from '../../test/books.ts'
import { pdfText, workbookRows } from '../../test/documents.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { createHerd, entry, exit } from '../../test/herd.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A noon in Lisbon. The clock stands still: no periodic task runs meanwhile. */
const NOW = Date.UTC(2026, 4, 20, 11)
const iso = (ms: number) => new Date(ms).toISOString()
const ago = (days: number) => iso(NOW - days * DAY)

let farm: Farm
let api: Api
let herd: ReturnType<typeof createHerd>
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => NOW, mono: () => performance.now() } })
  api = await farm.as('Aves')
  herd = createHerd(farm, api)
})
afterAll(() => farm.close())

const bytes = async (content: Blob) => new Uint8Array(await content.arrayBuffer())
const summaryText = async (id: string) =>
  (await pdfText(await bytes(data(await api.reports.batchSummary({ params: { id } })).content))).replaceAll('\u00a0', ' ')
const workbook = async (call: 'batchRaw' | 'batchAnalytics', id: string) =>
  workbookRows(await bytes(data(await api.reports[call]({ params: { id } })).content))
/** The cell beside a label. */
const beside = (sheet: readonly (readonly unknown[])[] | undefined, label: string) =>
  sheet?.find(([first]) => first === label)?.[1]

describe('each dependent figure changes at once', () => {
  const DAYS = 10
  const ENTERED = 1000
  const EARLIER_DEATHS = 6
  const AREA = 50
  /** kg an animal that was weighed. */
  const WEIGHT = 2
  const FEED = 1200
  const WATER = 12_000
  /** L from the last midnight to noon. */
  const WATER_TODAY = 600
  let id: string
  let house: string
  let yesterday: AnimalMovement
  let weighing: Weighing
  let labels: Record<string, string>

  beforeAll(async () => {
    const t = (await translators())['en-US']
    labels = Object.fromEntries(allKpisOfBatch('BROILER', 'OPEN').map(name => [name, t(KPI_KINDS[name].label)]))
    const books = createBooks(farm)
    const box = await books.box(farm.at['House 1']!, ['FEED_COUNTER', 'WATER_COUNTER'])
    const [feed, water] = box.interfaces
    for (let part = 0; part <= DAYS * 4; part++)
      await box.send(NOW - DAYS * DAY + part * 6 * HOUR, [(part * FEED) / (4 * DAYS), (part * WATER) / (4 * DAYS)])
    await books.rolledUp()
    const sources = { feedInterfaceIds: [feed!], waterInterfaceIds: [water!] }
    const batch = await herd.openBatch(ago(DAYS), { usableArea: AREA, ...sources })
    id = batch.id
    house = batch.entity.id
    await herd.booked(id, entry(ENTERED, ago(DAYS)))
    await herd.booked(id, exit('DEATH', EARLIER_DEATHS, ago(5)))
    yesterday = await herd.booked(id, exit('DEATH', 14, ago(1)))
    const body = { batchId: id, timestamp: iso(NOW - HOUR), number: 10, totalWeight: 10 * WEIGHT }
    weighing = data(await api.weighings.create({ body }))
  })

  /** The formulas of the books, by the deaths of the batch. */
  function expected(deaths: number, weight = WEIGHT) {
    const balance = ENTERED - deaths
    const animalDays = DAYS * ENTERED - 5 * EARLIER_DEATHS - (deaths - EARLIER_DEATHS)
    const gain = balance * weight - ENTERED
    const livability = (100 * balance) / ENTERED
    return {
      deaths,
      balance,
      kpis: {
        mortality: round((100 * deaths) / ENTERED, 2),
        livability: round(livability, 2),
        animalDays,
        gain: round(gain, 1),
        feedConversion: round(FEED / gain, 2),
        feedPerAnimalDay: round(FEED / animalDays, 3),
        waterPerAnimalDay: round(WATER / animalDays, 3),
        spacePerAnimal: round(AREA / balance, 2),
        animalsPerSpace: round(balance / AREA, 2),
        density: round((balance * weight) / AREA, 1),
        epef: round(((livability * weight) / (DAYS * (FEED / gain))) * 100, 0),
        currentWeight: weight,
      },
      waterEach: round(WATER_TODAY / balance, 3),
    }
  }
  type Expected = ReturnType<typeof expected>

  const params = () => ({ id })
  const last = <T>(values: readonly T[]): T => values.at(-1)!
  const evolutionOfWidget = async (kpi: 'MORTALITY') =>
    data(await api.widgetData.preview({ body: { type: 'BATCH_KPI_EVOLUTION', configs: { batchId: id, kpi } } })).batchEvolution!

  /** Where figures that follow from deaths are read, and what is shown there. Each is the first reader after its correction. */
  const SURFACES: Record<string, readonly [read: () => Promise<unknown>, shown: (figures: Expected) => unknown]> = {
    'in the list': [
      async () => data(await api.batches.search({ query: { ids: [id] } })).content[0],
      ({ deaths, balance }) => ({ totalMortality: deaths, numberAnimals: balance }),
    ],
    'in the tab of totals': [
      async () => data(await api.batches.details({ params: params() })),
      ({ deaths, balance }) => ({ totalMortality: deaths, numberAnimals: balance }),
    ],
    'in the sums of movements': [
      async () => {
        const { types, deathReasons } = data(await api.animalMovements.aggregation({ query: { batchId: id } }))
        return [types.find(({ actionType }) => actionType === 'DEATH')!.number, deathReasons[0]!.number]
      },
      ({ deaths }) => [deaths, deaths],
    ],
    'in the key figures': [async () => data(await api.batchFigures.kpis({ params: params() })), ({ kpis }) => kpis],
    'in the ranking': [
      async () => data(await api.batchFigures.analytics({ query: { ids: [id] } })).content[0],
      ({ kpis, deaths }) => ({ kpis, isCurrent: true, totalMortality: deaths }),
    ],
    'in the balance of each day': [
      async () =>
        data(await api.batchFigures.evolution({ params: params() }))
          .slice(-2)
          .map(({ balance }) => balance),
      ({ balance }) => [balance, balance],
    ],
    'in the use of an animal': [
      async () => last(data(await api.batchFigures.consumption({ params: params() }))),
      ({ waterEach }) => ({ waterL: WATER_TODAY, perAnimal: { water: waterEach } }),
    ],
    'in the widget of deaths by cause': [
      async () => data(await api.widgetData.mortalityByCause({ query: { entityIds: [house] } })),
      ({ deaths }) => ({ total: deaths, causes: [{ count: deaths }] }),
    ],
    'in the widget of mortality by day': [
      async () => last((await evolutionOfWidget('MORTALITY')).points),
      ({ kpis }) => ({ value: kpis.mortality }),
    ],
    'in the comparison of houses': [
      async () => {
        const query = { entityIds: [house], fromDay: '2026-05-19', toDay: '2026-05-20' }
        return data(await api.analytics.batches({ query }))[0]!.mortalityByDay.deaths
      },
      ({ deaths }) => [deaths - EARLIER_DEATHS, 0],
    ],
    'in the PDF': [
      async () => {
        const text = await summaryText(id)
        const after = (label: string) => {
          const found = text.slice(text.indexOf(label) + label.length).match(/^ (-?[\d,]+(?:\.\d+)?)/)
          return Number(found?.[1]!.replaceAll(',', ''))
        }
        const names = ['livability', 'gain', 'feedConversion', 'spacePerAnimal', 'animalsPerSpace', 'density', 'epef'] as const
        return {
          deaths: /Deaths (\d+) \(([\d.]+) %\)/.exec(text)?.slice(1).map(Number),
          present: after('Animals present'),
          kpis: Object.fromEntries(names.map(name => [name, after(labels[name]!)])),
        }
      },
      ({
        deaths,
        balance,
        kpis: { livability, gain, feedConversion, spacePerAnimal, animalsPerSpace, density, epef, ...others },
      }) => ({
        deaths: [deaths, others.mortality],
        present: balance,
        kpis: { livability, gain, feedConversion, spacePerAnimal, animalsPerSpace, density, epef },
      }),
    ],
    'in the workbook of records': [
      async () => {
        const sheets = await workbook('batchRaw', id)
        return {
          totals: ['Deaths', 'Animals present'].map(label => beside(sheets['Batch'], label)),
          dead: sheets['Animal movements']!.filter(([, type]) => type === 'Death').reduce((sum, row) => sum + Number(row[2]), 0),
          waterEach: last(sheets['Consumption per day']!)[5],
        }
      },
      ({ deaths, balance, waterEach }) => ({ totals: [deaths, balance], dead: deaths, waterEach }),
    ],
    'in the workbook of the analysis': [
      async () => {
        const sheets = await workbook('batchAnalytics', id)
        const [, , , , , present, mortality] = last(sheets['Growth']!)
        return {
          totals: ['Deaths', 'Animals present'].map(label => beside(sheets['Batch'], label)),
          kpis: Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, beside(sheets['Key figures'], label)])),
          present,
          mortality,
        }
      },
      ({ deaths, balance, kpis: { currentWeight, ...kpis } }) => ({
        totals: [deaths, balance],
        // Of poultry in g.
        kpis: { ...kpis, currentWeight: 1000 * currentWeight },
        present: balance,
        mortality: kpis.mortality,
      }),
    ],
  }

  test.each(Object.entries(SURFACES))('with a correction of yesterday’s deaths, %s', async (_, [read, shown]) => {
    const correct = async (deaths: number) => (yesterday = data(await herd.edit(yesterday, { number: deaths - EARLIER_DEATHS })))
    await correct(20)
    expect(await read()).toMatchObject(shown(expected(20)) as object)
    await correct(10)
    expect(await read()).toMatchObject(shown(expected(10)) as object)
  })

  test.each(['in the key figures', 'in the ranking', 'in the PDF', 'in the workbook of the analysis'])(
    'with an edited weighing, %s',
    async surface => {
      const [read, shown] = SURFACES[surface]!
      const deaths = data(await api.batches.details({ params: params() })).totalMortality
      const weigh = async (weight: number) => {
        const { timestamp, number, method, notes, version } = weighing
        const body = { timestamp, number, totalWeight: round(number * weight, 3), method, notes, version }
        weighing = data(await api.weighings.edit({ params: { id: weighing.id }, body }))
      }
      await weigh(WEIGHT)
      expect(await read()).toMatchObject(shown(expected(deaths)) as object)
      await weigh(2.2)
      expect(await read()).toMatchObject(shown(expected(deaths, 2.2)) as object)
      await weigh(WEIGHT)
    },
  )
})

test('a correction of a batch that was closed changes the widgets of closed batches at once', async () => {
  const { id, entity } = await herd.openBatch(ago(10))
  await herd.booked(id, entry(1000, ago(10)))
  const dead = await herd.booked(id, exit('DEATH', 20, ago(1)))
  const turn = async () => {
    const { version, status } = await herd.batch(id)
    const body = { version, ...(status === 'OPEN' && { closeDate: iso(NOW) }) }
    data(await api.batches.quickCloseOpen({ params: { id }, body }))
  }
  const value = async () => {
    const query = { entities: [entity.id], time: 'CUSTOM' as const, startDate: '2026-05-20', endDate: '2026-05-20' }
    return data(await api.widgetData.mortality({ query })).value
  }
  await turn()
  expect(await value()).toBe(2)
  await turn()
  data(await herd.edit(dead, { number: 10 }))
  await turn()
  expect(await value()).toBe(1)
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
  const [listed] = data(await api.batches.search({ query: { ids: [id] } })).content
  const tab = data(await api.batches.details({ params }))
  const totals = { totalEntry: 900, totalExit: 200, totalExitPending: 50, totalMortality: 6 }
  expect(listed).toMatchObject(totals)
  expect(tab).toMatchObject(totals)
  const pdf = await summaryText(id)
  expect(Object.fromEntries(TOTALS.map(name => [name, Number(new RegExp(`${name} (\\d+)`).exec(pdf)?.[1])]))).toEqual({
    Entries: 900,
    Exits: 200,
    'Pending exits': 50,
    Deaths: 6,
    'Animals present': 694,
  })
  for (const call of ['batchRaw', 'batchAnalytics'] as const) {
    const { Batch: sheet } = await workbook(call, id)
    expect(TOTALS.map(name => beside(sheet, name))).toEqual([900, 200, 50, 6, 694])
  }
})
