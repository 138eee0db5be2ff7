import type { FeedMovement } from '@steading/contract/production/feedMovements'
import { expect, test, vi } from 'vitest'
import ConfirmDelivery from '../../src/feedMovements/automatic/ConfirmDelivery.tsx'
import { openStage } from './stage.tsx'

const feed = (more: Partial<FeedMovement>): FeedMovement => ({
  id: '3',
  batch: { id: '5', code: 'LAQPL-2601' },
  entity: { id: '2', name: 'House 1', displayName: 'House 1', type: 'SECTOR' },
  timeZone: 'Europe/Lisbon',
  timestamp: '2026-05-04T10:05:00.000Z',
  action: 'ENTRY',
  actionType: 'BUY',
  typeDescription: '',
  weight: 6960,
  feedType: null,
  feedFactory: null,
  pending: true,
  status: 'PENDING',
  inverseTransaction: null,
  silo: { id: '8', displayName: 'Silo 1', detectedWeight: 6960, disagrees: false },
  attachments: [],
  editable: true,
  deletable: true,
  version: 1,
  createdBy: null,
  creationTimestampUtc: '2026-05-04T10:20:00.000Z',
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
  ...more,
})
const purchase = feed({
  id: '4',
  timestamp: '2026-05-04T10:00:00.000Z',
  weight: 7000,
  feedType: { id: '1', code: 'BR-2', displayName: 'Grower', medicated: false },
  pending: false,
  status: 'EFFECTIVE',
  silo: null,
})

test('the confirmation of a delivery offers the purchase that was entered before, and joins the two', async () => {
  const onClose = vi.fn<() => void>()
  const { screen, calls } = await openStage(<ConfirmDelivery movement={feed({})} onClose={onClose} />, {
    replies: {
      'GET /automatic-feed-movements/:id/matches': () => [purchase],
      'PUT /automatic-feed-movements/:id/match': () => ({ ...purchase, silo: feed({}).silo, version: 2 }),
    },
  })
  await screen.getByRole('button', { name: 'Same delivery 7,000 kg' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/automatic-feed-movements/3/match',
    body: { movementId: '4', version: 1 },
  })
})

test('without such a purchase the confirmation asks what the delivery was', async () => {
  const { screen } = await openStage(<ConfirmDelivery movement={feed({})} onClose={() => undefined} />, {
    replies: { 'GET /automatic-feed-movements/:id/matches': () => [] },
  })
  await expect.element(screen.getByRole('textbox', { name: 'Weight on the delivery note' })).toBeVisible()
  expect(screen.getByText('Purchases already entered').query()).toBeNull()
})
