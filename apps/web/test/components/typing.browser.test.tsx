import { expect, test } from 'vitest'
import { queryClient } from '../../src/platform/api/queries.ts'
import WeighingDetails from '../../src/weighings/WeighingDetails.tsx'
import { openStage } from './stage.tsx'
import { sampleWeighing } from './weighing.sample.ts'

const place = { path: '/production/manualWeighing/{manualWeighingId}', at: '/production/manualWeighing/9' }

test('news of a record that is being changed leave what is typed, and an untouched time keeps its seconds', async () => {
  let stored = sampleWeighing()
  const { screen, calls } = await openStage(<WeighingDetails />, {
    ...place,
    replies: {
      'GET /batches/manualWeighing/:id': () => stored,
      'PUT /batches/manualWeighing/:id': ({ body }) => (stored = sampleWeighing({ ...(body as object), version: 3 })),
    },
  })
  await screen.getByRole('button', { name: 'Edit' }).click()
  const number = screen.getByRole('textbox', { name: 'Number of animals' })
  await number.fill('12')
  const read = () => calls.filter(({ method, path }) => method === 'GET' && path === '/batches/manualWeighing/9').length
  const before = read()
  stored = sampleWeighing({ number: 99, notes: 'by somebody else', version: 2 })
  await queryClient.invalidateQueries({ queryKey: ['weighings'] })
  await expect.poll(read).toBeGreaterThan(before)
  await expect.element(number).toHaveValue('12')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => calls.some(({ method }) => method === 'PUT')).toBe(true)
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    number: 12,
    timestamp: '2026-05-04T10:15:42.000Z',
    version: 1,
  })
})
