import type { FarmHistory, RankedBatch } from '@steading/contract/production/batchFigures'
import { type EvolutionPoint, KPI_NAMES, type KpiName, type Kpis, NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { expect, test } from 'vitest'
import { csv } from '@steading/locales/csv'
import { KPI_KINDS, KPI_ORDER, kpiText } from '@steading/locales/kpis'
import { translator } from '@steading/locales/text'
import {
  bestBatch,
  bestFirst,
  type ComparedBatch,
  compareIds,
  farmMedian,
  firstCompared,
  growthPanes,
  historyPanes,
  isComparable,
  knownKpis,
  perAnimalPanes,
} from './comparison.ts'
import { compareRows } from './CompareTable.tsx'

const WHOLE = { measured: 42, total: 42 }
const kpisOf = (known: Partial<Kpis>, asOf = '2026-05-10T00:00:00.000Z') =>
  ({
    ...Object.fromEntries(KPI_NAMES.map(name => [name, NOT_COMPUTABLE])),
    asOf,
    isWeightEstimated: false,
    feedDays: WHOLE,
    waterDays: WHOLE,
    ...known,
  }) as Kpis // safe: every member is there

function compared(id: string, known: Partial<Kpis> | undefined, more: Partial<RankedBatch> = {}): ComparedBatch {
  const batch = {
    id,
    code: `B-${id}`,
    species: { value: 'BROILER' },
    productionCurve: { id: '9', displayName: 'Ross 308' },
    ...more,
  } as RankedBatch // safe: nothing else is read
  return { batch, series: Number(id), kpis: known && kpisOf(known) }
}

test('every KPI has a place on the screens', () => expect(KPI_ORDER.toSorted()).toEqual(KPI_NAMES.toSorted()))

test.each([
  ['adds at the end', ['1', '2'], ['2', '1', '3'], ['1', '2', '3']],
  ['takes out and keeps the order', ['3', '1', '2'], ['3', '2'], ['3', '2']],
  ['adds no more than fit', ['1', '2', '3'], ['1', '2', '3', '4', '5'], ['1', '2', '3', '4']],
  ['keeps the last one', ['7'], [], ['7']],
])('%s', (_, before, ticked, after) => expect(compareIds(before, new Set(ticked), 4)).toEqual(after))

test('puts the best direction first', () => {
  expect([bestFirst('mortality'), bestFirst('feedConversion'), bestFirst('epef'), bestFirst('stay')]).toEqual([
    'ASC',
    'ASC',
    'DESC',
    'DESC',
  ])
})

test('finds the best value where a direction is better and two have it', () => {
  const pair = [compared('1', { mortality: 3, stay: 40 }), compared('2', { mortality: 2, stay: 42 })]
  expect(bestBatch(pair, 'mortality')).toBe('2')
  expect(bestBatch(pair, 'stay')).toBeUndefined()
  expect(bestBatch([compared('1', { mortality: 3 }), compared('2', undefined)], 'mortality')).toBeUndefined()
  expect(bestBatch([compared('1', { mortality: 3 }), compared('2', {})], 'mortality')).toBeUndefined()
  expect(bestBatch([compared('1', { mortality: 3 }), compared('2', { mortality: 3 })], 'mortality')).toBeUndefined()
})

test('begins with the first batches of one species', () => {
  const pig = { species: { value: 'FINISHER', translations: {} } as RankedBatch['species'] }
  const ranked = [
    compared('1', {}, pig),
    compared('2', {}),
    compared('3', {}, pig),
    compared('4', {}, pig),
    compared('5', {}, pig),
  ]
  expect(
    firstCompared(
      ranked.map(({ batch }) => batch),
      3,
    ),
  ).toEqual(['1', '3', '4'])
  expect(firstCompared([], 3)).toEqual([])
})

test.each([
  ['mortality', 'CLOSED', true],
  ['mortality', 'OPEN', false],
  ['curveDeviation', 'OPEN', true],
  ['stay', 'CLOSED', false],
] as const)('compares %s of a batch that is %s with closed ones: %s', (name, status, comparable) =>
  expect(isComparable(name, { status })).toBe(comparable),
)

test('shows the KPIs that one batch has', () => {
  const pair = [compared('1', { mortality: 3, iep: 400 }), compared('2', { epef: 380 }), compared('3', undefined)]
  expect(knownKpis(pair)).toEqual(['mortality', 'epef'])
})

const history = (batchIds: string[], values: Record<string, number>): FarmHistory => ({
  farm: { id: '5', name: 'Paul', displayName: 'Aves | Paul', type: 'FARM' },
  species: 'CHICKEN',
  batchIds,
  closed: Object.entries(values).map(([id, epef], index) => ({
    batch: { id, code: `B-${id}` },
    closeDate: `2026-0${4 - index}-01T00:00:00.000Z`,
    kpis: kpisOf({ epef }),
  })),
})

test('compares a batch with the others of its farm, not with itself', () => {
  const histories = [history(['1'], { 1: 100, 2: 400, 3: 380 }), history(['8'], { 9: 10 })]
  expect(farmMedian(histories, '1', 'epef')).toBe(390)
  expect(farmMedian(histories, '1', 'mortality')).toBeNull()
  expect(farmMedian(histories, '4', 'epef')).toBeNull()
})

const day = (age: number, weight: number | null, curveWeight: number | null): EvolutionPoint => ({
  age,
  day: '2026-05-01',
  weight,
  curveWeight,
  balance: 1,
})

test('draws weights and a shared curve once, and the deviation of each weighing below', () => {
  const growths = [
    { ...compared('1', {}), points: [day(0, 0.044, 0.044), day(7, null, 0.2)] },
    { ...compared('2', {}), points: [day(0, null, 0.044), day(7, 0.22, 0.2), day(8, null, 0.25)] },
  ]
  const [weights, deviations] = growthPanes(growths, 'Curve', String)
  expect(weights!.unit).toBe('g')
  expect(weights!.lines.map(({ name, times, values }) => [name, times, values])).toEqual([
    ['B-1', [0], [44]],
    ['B-2', [7], [220]],
    ['Ross 308', [0, 7, 8], [44, 200, 250]],
  ])
  expect(deviations!.lines.map(({ values }) => values.map(value => Math.round(value!)))).toEqual([[0], [10]])
})

test('continues an open batch by its forecast and the band', () => {
  const forecast = { points: [{ age: 8, day: '2026-05-09', weight: 0.3, low: 0.28, high: 0.32 }], slaughter: null }
  const [weights] = growthPanes([{ ...compared('1', {}), points: [day(7, 0.2, null)], forecast }], '', code => `${code} ahead`)
  expect(weights!.lines[1]).toMatchObject({ name: 'B-1 ahead', times: [8], values: [300], low: [280], high: [320], dashed: true })
})

test('writes weights in kg once another animal is among them', () => {
  const pig = compared('2', {}, { species: { value: 'FINISHER', translations: {} } as RankedBatch['species'] })
  const [weights] = growthPanes(
    [
      { ...compared('1', {}), points: [day(0, 0.044, null)] },
      { ...pig, points: [day(70, 30, null)] },
    ],
    '',
    String,
  )
  expect(weights!.unit).toBe('kg')
  expect(weights!.lines.map(({ values }) => values)).toEqual([[0.044], [30]])
})

test('draws what an animal ate, and nothing where nothing was measured', () => {
  const point = (age: number, total: number, perAnimal: number | null) => ({
    day: '2026-05-01',
    age,
    total,
    curveTotal: null,
    perAnimal,
    curvePerAnimal: 0.1 * age,
  })
  const measured = { ...compared('1', {}), points: [point(0, 10, null), point(1, 20, 0.2)] }
  const silent = { ...compared('2', {}), points: [point(0, 0, 0)] }
  expect(perAnimalPanes([silent], 'kg')).toEqual([])
  const [pane] = perAnimalPanes([measured, silent], 'kg')
  expect(pane!.lines.map(({ name, times, values }) => [name, times, values])).toEqual([
    ['B-1', [1], [0.2]],
    ['Ross 308', [0, 1], [0, 0.1]],
  ])
})

test('draws the farm by closing dates and each batch where it stands', () => {
  const histories = [history(['1'], { 2: 400, 3: 380 })]
  const [pane] = historyPanes(histories, [compared('1', { epef: 410 }), compared('4', {})], 'epef', ({ farm }) => farm.name)
  expect(pane!.lines.map(({ name, times, values }) => [name, times, values])).toEqual([
    ['Paul', [Date.UTC(2026, 2, 1), Date.UTC(2026, 3, 1)], [380, 400]],
    ['B-1', [Date.UTC(2026, 4, 10)], [410]],
  ])
  expect(historyPanes([history(['1'], {})], [compared('1', { epef: 410 })], 'epef', () => '')).toEqual([])
})

test('a batch whose conversion is not computable is a blank cell, a dash and no point, and changes no median', async () => {
  const t = await translator('de-DE')
  const [known, empty] = [compared('1', { feedConversion: 1.57 }), compared('2', { mortality: 0 })]
  const [head, ...rows] = compareRows([known, empty], [], t)
  expect(head).toHaveLength(5)
  expect(rows.find(([label]) => label === t('kpi.feedConversion'))?.slice(1)).toEqual([1.57, null, null, null])
  expect(csv(rows, t)).not.toContain('-100')
  expect(kpiText('feedConversion', empty.kpis, 'BROILER', t)).toBe('–')
  const conversions = {
    ...history(['1'], {}),
    closed: [known, empty].map(({ batch, kpis }, index) => ({
      batch: { id: `9${batch.id}`, code: batch.code },
      closeDate: `2026-0${index + 3}-01T00:00:00.000Z`,
      kpis: kpis!,
    })),
  }
  expect(farmMedian([conversions], '1', 'feedConversion')).toBe(1.57)
  const [pane] = historyPanes([conversions], [known, empty], 'feedConversion', () => 'Paul')
  expect(pane!.lines.map(({ values }) => values)).toEqual([[1.57], [1.57]])
})

test('a file of compared batches says which share of the days the feed was measured on', async () => {
  const t = await translator('en-US')
  const part = compared('1', { feed: 17_635.7, feedDays: { measured: 20, total: 91 } })
  const rows = compareRows([part, compared('2', { feed: 83_041.5 }), compared('3', {})], [], t)
  const at = rows.findIndex(([label]) => label === 'Feed consumed (kg)')
  expect(rows[at + 1]).toEqual(['Feed consumed: days measured (%)', 22, null, 100, null, null, null])
})

test('a file has the decimals of each KPI, weights of animals in grams of a kg', async () => {
  const t = await translator('en-US')
  const batch = compared('1', { feedConversion: 1.57, exitWeight: 2.761 })
  const closed = [
    { feedConversion: 1.57, exitWeight: 2.7612 },
    { feedConversion: 1.58, exitWeight: 2.7621 },
  ].map((known, index) => ({
    batch: { id: `9${index}`, code: `B-9${index}` },
    closeDate: `2026-0${index + 3}-01T00:00:00.000Z`,
    kpis: kpisOf(known),
  }))
  const rows = compareRows([batch], [{ ...history(['1'], {}), closed }], t)
  const cellsOf = (name: KpiName) => rows.find(([label]) => String(label).startsWith(t(KPI_KINDS[name].label)))?.slice(1)
  // The median of two lies between them.
  expect(cellsOf('feedConversion')).toEqual([1.57, 1.58])
  expect(cellsOf('exitWeight')).toEqual([2.761, 2.762])
})
