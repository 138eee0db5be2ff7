import { expect, test } from 'vitest'
import WeighingCreate from '../../src/weighings/WeighingCreate.tsx'
import { openStage } from './stage.tsx'
import { sampleWeighing } from './weighing.sample.ts'

test('a form that is sent again after a lost reply carries the same key, the next one another', async () => {
  let isLost = true
  const { screen, calls } = await openStage(<WeighingCreate />, {
    path: '/production/{batchId}/manualWeighing/create',
    at: '/production/5/manualWeighing/create',
    replies: {
      'POST /batches/manualWeighing': ({ body }) => {
        if (isLost) throw new TypeError('Failed to fetch')
        return sampleWeighing(body as object)
      },
    },
  })
  const sent = () => calls.filter(({ method }) => method === 'POST')
  const keys = () => sent().map(({ headers }) => headers.get('idempotency-key'))
  const weigh = async () => {
    await screen.getByRole('textbox', { name: 'Number of animals' }).fill('10')
    await screen.getByRole('textbox', { name: 'Total weight' }).fill('20')
  }
  await screen.getByText('Together').click()
  await weigh()
  await screen.getByRole('button', { name: 'Create another' }).click()
  await screen.getByRole('button', { name: 'Close' }).click()
  isLost = false
  await screen.getByRole('button', { name: 'Create another' }).click()
  await expect.poll(() => sent()).toHaveLength(2)
  await expect.element(screen.getByRole('textbox', { name: 'Number of animals' })).toHaveValue('')
  await weigh()
  await screen.getByRole('button', { name: 'Create another' }).click()
  await expect.poll(() => sent()).toHaveLength(3)
  const [lost, again, next] = keys()
  expect(lost).toMatch(/^[\w-]{8,}$/)
  expect(again).toBe(lost)
  expect(next).not.toBe(lost)
})
