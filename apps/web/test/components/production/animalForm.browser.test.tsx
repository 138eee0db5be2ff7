import type { AnimalMovement } from '@steading/contract/production/animalMovements'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import AnimalMovementDetails from '../../../src/animalMovements/details/AnimalMovementDetails.tsx'
import AnimalMovementCreate from '../../../src/animalMovements/form/AnimalMovementCreate.tsx'
import QuickDeaths from '../../../src/animalMovements/QuickDeaths.tsx'
import { sampleBatch } from '../batch.sample.ts'
import { pageOf } from '../feedType.sample.ts'
import { type Call, openStage } from '../stage.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-20T16:00:30Z') }))
afterEach(() => vi.useRealTimers())

const batch = sampleBatch()
const other = sampleBatch({ id: '6', code: 'LSHAZ-2602' })
const movement: AnimalMovement = {
  id: '31',
  batch: { id: '5', code: 'LSHAZ-2601' },
  entity: batch.entity,
  timeZone: 'Europe/Lisbon',
  timestamp: '2026-05-18T08:00:00.000Z',
  action: 'EXIT',
  actionType: 'EXTERNAL_SALE',
  typeDescription: '',
  number: 20,
  weight: 880,
  age: 84,
  pending: false,
  status: 'EFFECTIVE',
  deathReason: null,
  inverseTransaction: null,
  attachments: [],
  editable: true,
  deletable: true,
  version: 1,
  createdBy: null,
  creationTimestampUtc: '2026-05-18T08:00:00.000Z',
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
}
/** Of batch 5: 400 animals, since noon of 19 May 390, of which 350 may leave; of batch 6: 25. */
const balance = ({ query }: Pick<Call, 'query'>) =>
  query.get('batchId') === '6'
    ? { present: 25, available: 25 }
    : query.get('at')! < '2026-05-19T11:00'
      ? { present: 400, available: 400 }
      : { present: 390, available: 350 }
const replies = {
  'GET /batches/transactions/balance': balance,
  'GET /batches/transactions/:id': () => movement,
  'GET /batches/search': () => pageOf([batch, other]),
  'GET /batches/productionDeathReasons': () => [],
  'GET /batches/:id': ({ path }: Call) => (path.endsWith('6') ? other : batch),
  'GET /entity-batches': () => pageOf([{ entity: batch.entity, openBatch: batch, closedBatches: 0 }]),
  'POST /batches/transactions': () => movement,
}

async function openForm() {
  const stage = await openStage(<AnimalMovementCreate />, {
    path: '/production/{batchId}/animalMovements/create',
    at: '/production/5/animalMovements/create',
    replies,
  })
  const { screen, calls } = stage
  const time = screen.getByRole('textbox', { name: 'Date and time' })
  const choose = (kind: string) => screen.getByText(kind, { exact: true }).click()
  const type = async (text: string) => {
    await time.fill(text)
    await screen.getByRole('textbox', { name: 'Number of animals' }).click()
  }
  const sent = () => calls.filter(({ method }) => method === 'POST')
  return { ...stage, time, choose, type, sent }
}

test('the form of an exit says how many animals are present at the typed time, and how many may leave', async () => {
  const { screen, choose, type } = await openForm()
  await choose('Sale')
  await expect.element(screen.getByText(/390 animals present, 350 of them available$/)).toBeVisible()
  await type('18-05-2026 09:00')
  await expect.element(screen.getByText(/400 animals present$/)).toBeVisible()
})

test('the form of an entry says how many animals are present, and nothing of those that may leave', async () => {
  const { screen, choose } = await openForm()
  await choose('External entry')
  await expect.element(screen.getByText(/390 animals present$/)).toBeVisible()
})

test('the form of a transfer in says how many animals the other batch has', async () => {
  const { screen, choose } = await openForm()
  await choose('Transfer in')
  await screen.getByRole('combobox', { name: 'From batch' }).click()
  await screen.getByRole('option', { name: /LSHAZ-2602/ }).click()
  await expect.element(screen.getByText(/25 animals present$/)).toBeVisible()
})

test('the animals of a movement that is being changed are not counted', async () => {
  const { screen, calls } = await openStage(<AnimalMovementDetails />, {
    path: '/production/animalMovements/details/{animalMovementId}',
    at: '/production/animalMovements/details/31',
    replies,
  })
  await screen.getByRole('button', { name: 'Edit' }).click()
  await expect.element(screen.getByText(/400 animals present$/)).toBeVisible()
  const asked = calls.filter(({ path }) => path === '/batches/transactions/balance')
  expect(asked.map(({ query }) => query.get('movementId'))).toEqual(['31'])
})

test('an entry that is being changed has no hint of the animals present', async () => {
  const { screen, calls } = await openStage(<AnimalMovementDetails />, {
    path: '/production/animalMovements/details/{animalMovementId}',
    at: '/production/animalMovements/details/31',
    replies: {
      ...replies,
      'GET /batches/transactions/:id': ({ path, query }: Call) =>
        path.endsWith('/balance') ? balance({ query }) : { ...movement, action: 'ENTRY', actionType: 'EXTERNAL_ENTRY' },
    },
  })
  await screen.getByRole('button', { name: 'Edit' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Number of animals' })).toBeVisible()
  expect(calls.filter(({ path }) => path === '/batches/transactions/balance')).toEqual([])
})

test('quick deaths say how many animals are present at noon of the chosen day', async () => {
  const { screen } = await openStage(<QuickDeaths onClose={() => undefined} />, { replies })
  await expect.element(screen.getByText(/390 animals present, 350 of them available$/)).toBeVisible()
  vi.setSystemTime(Date.parse('2026-05-19T16:00:30Z'))
  await screen.getByText('Yesterday', { exact: true }).click()
  await expect.element(screen.getByText(/400 animals present$/)).toBeVisible()
})

test('deaths lie at noon of the day until somebody types a time, other movements now', async () => {
  const { time, choose, screen, sent } = await openForm()
  await expect.element(time).toHaveValue('20-05-2026 17:00')
  await choose('Death')
  await expect.element(time).toHaveValue('20-05-2026 12:00')
  await choose('Sale')
  await expect.element(time).toHaveValue('20-05-2026 17:00')
  await choose('Death')
  await screen.getByRole('textbox', { name: 'Number of animals' }).fill('3')
  await screen.getByRole('button', { name: 'Create', exact: true }).click()
  await expect.poll(() => sent()).toHaveLength(1)
  expect(sent()[0]!.body).toMatchObject({ actionType: 'DEATH', timestamp: '2026-05-20T11:00:00.000Z' })
})

test('a typed time stays when the movement becomes a death', async () => {
  const { time, choose, type } = await openForm()
  await type('18-05-2026 09:00')
  await choose('Death')
  await expect.element(time).toHaveValue('18-05-2026 09:00')
})
