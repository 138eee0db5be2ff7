import { KPI_NAMES, NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { DayConsumption, EnvironmentKpi, MassBalance } from '@steading/contract/production/figures'
import { expect, test } from 'vitest'
import BatchFigures from '../../src/batches/details/BatchFigures.tsx'
import { MassBalanceSums } from '../../src/batches/details/MassBalance.tsx'
import { toasts } from '../../src/ui/overlay/toast.ts'
import { sampleRankedBatch } from './batch.sample.ts'
import { openStage } from './stage.tsx'

const day = (daysAgo: number, feedKg: number, waterL: number | null): DayConsumption => ({
  day: new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10),
  age: 40 - daysAgo,
  feedKg,
  waterL,
  perAnimal: { feed: 0.1, water: 0.2 },
  source: 'SILO',
  isEstimated: daysAgo === 1,
})

const KPIS = {
  ...Object.fromEntries(KPI_NAMES.map(name => [name, NOT_COMPUTABLE])),
  isWeightEstimated: false,
  feed: 17_635.7,
  feedDays: { measured: 20, total: 91 },
  waterDays: { measured: 0, total: 91 },
  asOf: new Date().toISOString(),
}

const ENVIRONMENT: EnvironmentKpi[] = [
  {
    category: 'TEMPERATURE',
    expected: 1000,
    present: 990,
    inside: 900,
    coverage: 99,
    compliance: 90.9,
    computedAt: new Date().toISOString(),
  },
]

/** The figures of a batch that ate on each of the last three days. */
const opened = (status: 'OPEN' | 'CLOSED', source: DayConsumption['source'] = 'SILO') => {
  const { kpis: _kpis, isCurrent: _isCurrent, ...batch } = sampleRankedBatch()
  const details = {
    ...batch,
    status,
    timeZone: 'UTC',
    productionCurve: null,
    siloInterfaceIds: [],
    waterInterfaceIds: [],
    feedInterfaceIds: [],
    defaultInterfaces: [],
    lastMovement: null,
    lastAnimalMovement: null,
    siloInterfaceWeightConsumed: null,
    attachments: [],
  }
  const replies = {
    'GET /batches/:id/consumption': () => [day(2, 900, 1800), day(1, 950, 1900), day(0, 12, 30)].map(one => ({ ...one, source })),
    // 50 kg less than the curve on the first day, 10 kg more on the second; of water it says nothing.
    'GET /batches/:id/diffConsumption': () => [day(2, -50, null), day(1, 10, null), day(0, 1, null)],
    'GET /batches/getEnvironmentKpis': () => ENVIRONMENT,
    'GET /batches/refreshBatchImportedData/:id': () => ({ changed: 2 }),
    'GET /batches/refreshOnCloseCalculatedInfo/:id': () => KPIS,
    'GET /batches/updateEnvironmentKpis': () => ENVIRONMENT,
    'GET /batches/:id/kpis': () => KPIS,
    'GET /batches/:id/evolution': () => [],
    'GET /batches/:id/forecast': () => ({ points: [], slaughter: null }),
  }
  return openStage(<BatchFigures batch={details} />, { replies })
}

test('the running day of an open batch is told beside the chart of whole days', async () => {
  const { screen } = await opened('OPEN')
  await expect.element(screen.getByText('Today so far: 12.0 kg · 30 L')).toBeVisible()
  await expect.element(screen.getByRole('img', { name: /950\.0 kg.*1,900 L/ })).toBeVisible()
})

test('the last day of a closed batch is drawn', async () => {
  const { screen } = await opened('CLOSED')
  await expect.element(screen.getByRole('img', { name: /12\.0 kg.*30 L/ })).toBeVisible()
  await expect.element(screen.getByText(/Today so far/)).not.toBeInTheDocument()
})

test('consumption stands beside what the curve says of it', async () => {
  const { screen } = await opened('OPEN')
  await expect.element(screen.getByRole('img', { name: /Production curve · Feed per day 940\.0 kg/ })).toBeVisible()
  await expect.element(screen.getByRole('img', { name: /Production curve · Water/ })).not.toBeInTheDocument()
})

test('a day with feed of a silent silo is marked as an estimate', async () => {
  const { screen } = await opened('OPEN')
  await expect.element(screen.getByRole('img', { name: /silo silent: spread evenly, an estimate/ })).toBeVisible()
})

test('a day with feed by the stock is marked as an estimate', async () => {
  const { screen } = await opened('CLOSED', 'STOCK')
  await expect.element(screen.getByRole('img', { name: /not measured: from the feed booked, an estimate/ })).toBeVisible()
})

test('a mass balance says that the feed eaten follows from the feed booked', async () => {
  const { screen } = await balanced({ consumed: 30_000, isConsumedByStock: true })
  await expect.element(screen.getByText(/^−30,000.kg from the feed booked$/)).toBeVisible()
  await expect.element(screen.getByText('not measured', { exact: true })).toBeVisible()
})

test('a sum says on how many of the days it was measured', async () => {
  const { screen } = await opened('CLOSED')
  await expect.element(screen.getByText(/^17,635\.7.kg measured on 20 of 91 days$/)).toBeVisible()
})

/** The mass balance of a batch with 30,000 kg of feed. */
const balanced = (feed: Partial<MassBalance['feed']>) => {
  const balance: MassBalance = {
    asOf: new Date().toISOString(),
    animals: { entries: 400, exits: 390, deaths: 10, unexplained: 0, share: 0 },
    feed: {
      initial: 0,
      entries: 30_000,
      exits: 0,
      pendingEntries: 0,
      pendingExits: 0,
      consumed: 17_635.7,
      consumedDays: { measured: 91, total: 91 },
      isConsumedByStock: false,
      left: 0,
      unexplained: null,
      share: NOT_COMPUTABLE,
      ...feed,
    },
  }
  return openStage(<MassBalanceSums id="5" isClosed />, { replies: { 'GET /batches/:id/mass-balance': () => balance } })
}

test('a mass balance says on how many of the days the feed eaten was measured', async () => {
  const { screen } = await balanced({ consumedDays: { measured: 20, total: 91 } })
  await expect.element(screen.getByText(/^−17,636.kg measured on 20 of 91 days$/)).toBeVisible()
})

test('a mass balance names feed that nobody confirmed', async () => {
  const { screen } = await balanced({ pendingEntries: 7500, unexplained: 50, share: 0.17 })
  await expect.element(screen.getByText('Came, not confirmed yet')).toBeVisible()
  await expect.element(screen.getByText(/^7,500.kg$/)).toBeVisible()
  await expect.element(screen.getByText('Moved out, not confirmed yet')).not.toBeInTheDocument()
})

test('the climate tells how much was within the limits, and how much was measured', async () => {
  const { screen } = await opened('CLOSED')
  await expect.element(screen.getByText('90.9 % measured 99.0 %')).toBeVisible()
})

test('an update reads the sensors again and computes the closed batch from them', async () => {
  const { screen, calls } = await opened('CLOSED')
  // A toast is gone after 3 s, which a slow machine may miss.
  const messages: (string | undefined)[] = []
  toasts.subscribe(() => messages.push(...toasts.get().map(({ text }) => text)))
  await screen.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => messages).toContain('2 days have changed.')
  const updates = calls.map(({ path }) => path.replace(/\/\d+$/, '')).filter(path => /refresh|update/.test(path))
  expect(updates).toEqual([
    '/batches/refreshBatchImportedData',
    '/batches/refreshOnCloseCalculatedInfo',
    '/batches/updateEnvironmentKpis',
  ])
})
