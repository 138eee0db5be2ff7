import { expect, test, vi } from 'vitest'
import ConfirmDelivery from '../../src/feedMovements/automatic/ConfirmDelivery.tsx'
import { sampleFeed } from './feedMovement.sample.ts'
import { openStage } from './stage.tsx'

const purchase = sampleFeed({
  id: '4',
  timestamp: '2026-05-04T10:00:00.000Z',
  weight: 7000,
  feedType: { id: '1', code: 'BR-2', displayName: 'Grower', translations: {}, medicated: false },
  pending: false,
  status: 'EFFECTIVE',
  silo: null,
})

test('the confirmation of a delivery offers the purchase that was entered before, and joins the two', async () => {
  const onClose = vi.fn<() => void>()
  const { screen, calls } = await openStage(<ConfirmDelivery movement={sampleFeed({})} onClose={onClose} />, {
    replies: {
      'GET /automatic-feed-movements/:id/matches': () => [purchase],
      'PUT /automatic-feed-movements/:id/match': () => ({ ...purchase, silo: sampleFeed({}).silo, version: 2 }),
    },
  })
  await screen.getByRole('button', { name: 'Same delivery 7,000 kg' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/automatic-feed-movements/3/match',
    body: { movementId: '4', version: 1 },
  })
})

test('a purchase that the caller may not edit is shown, but not joined', async () => {
  const { screen } = await openStage(<ConfirmDelivery movement={sampleFeed({})} onClose={() => undefined} />, {
    replies: { 'GET /automatic-feed-movements/:id/matches': () => [{ ...purchase, editable: false }] },
  })
  await expect.element(screen.getByText('7,000 kg')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Same delivery 7,000 kg' }).query()).toBeNull()
})

test('without such a purchase the confirmation asks what the delivery was', async () => {
  const { screen } = await openStage(<ConfirmDelivery movement={sampleFeed({})} onClose={() => undefined} />, {
    replies: { 'GET /automatic-feed-movements/:id/matches': () => [] },
  })
  await expect.element(screen.getByRole('textbox', { name: 'Weight on the delivery note' })).toBeVisible()
  expect(screen.getByText('Purchases already entered').query()).toBeNull()
})
