import type { Permission } from '@steading/contract/users/permissions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import Home from '../../../src/dashboards/page/Home.tsx'
import { sampleBatch } from '../batch.sample.ts'
import { pageOf } from '../feedType.sample.ts'
import { openStage } from '../stage.tsx'

const batch = sampleBatch()
const events = { content: [], totalElements: 0, number: 0, size: 50, sortProperty: 'severityLevel', sortDirection: 'DESC' }
const open = (permissions: readonly Permission[]) =>
  openStage(<Home />, {
    path: '/farmview',
    permissions,
    replies: {
      'GET /dashboard/list': () => [],
      'GET /dashboard/homepage': () => null,
      'GET /events/search': () => events,
      'GET /entity-batches': () => pageOf([{ entity: batch.entity, openBatch: batch, closedBatches: 0 }]),
      'GET /batches/productionDeathReasons': () => [],
      'GET /batches/transactions/balance': () => ({ present: 390, available: 390 }),
    },
  })

test('a home page without a dashboard asks for the deaths of a day', async () => {
  await open(['batches.read', 'batches.transactions.create'])
  await page.getByRole('button', { name: 'Deaths' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Deaths' })).toBeVisible()
})

test('a home page without a dashboard does not ask people for deaths who may not enter them', async () => {
  await open(['batches.read'])
  await expect.element(page.getByRole('button', { name: 'New dashboard' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Deaths' }).query()).toBeNull()
})
