import { expect, test } from 'vitest'
import FeedMultiCreate from '../../src/feedMovements/form/FeedMultiCreate.tsx'
import { sampleRankedBatch } from './batch.sample.ts'
import { sampleFeed } from './feedMovement.sample.ts'
import { pageOf, sampleFeedType } from './feedType.sample.ts'
import { failure, openStage } from './stage.tsx'

const batch = sampleRankedBatch({ status: 'OPEN', closeDate: null })
const replies = {
  'GET /batches/search': () => pageOf([batch]),
  'GET /batches/:id': () => batch,
  'GET /feedTypes/search': () => pageOf([sampleFeedType()]),
  'GET /feedFactories/search': () => pageOf([]),
}
const MANY = 'POST /batches/feedTransactions/many'

async function openForm(more: Parameters<typeof openStage>[1] = {}) {
  const stage = await openStage(<FeedMultiCreate />, {
    path: '/production/feedMovements/multi-create',
    replies: { ...replies, ...more.replies },
  })
  const { screen, calls } = stage
  const row = (place: number) => screen.getByRole('group', { name: `Movement ${place}`, exact: true })
  const weight = (place: number) => row(place).getByRole('textbox', { name: 'Feed weight' })
  const choose = async (place: number, field: string, option: RegExp) => {
    await row(place).getByRole('combobox', { name: field }).click()
    await screen.getByRole('option', { name: option }).first().click()
  }
  const fill = async (place: number, kg: string) => {
    await choose(place, 'Feed type', /Starter/)
    await weight(place).fill(kg)
  }
  const add = () => screen.getByRole('button', { name: 'Add movement' }).click()
  const create = () => screen.getByRole('button', { name: 'Create', exact: true }).click()
  const sent = () => calls.filter(({ method }) => method === 'POST')
  return { ...stage, row, weight, choose, fill, add, create, sent }
}

test('several feed movements are entered in rows and sent together once', async () => {
  const { choose, fill, add, create, sent, place } = await openForm({
    replies: {
      [MANY]: ({ body }) => (body as { movements: object[] }).movements.map((_, at) => sampleFeed({ id: String(at + 1) })),
    },
  })
  await choose(1, 'Batch', /LSHAZ-2601/)
  await fill(1, '150')
  await add()
  // The batch of the row before stays.
  await fill(2, '250')
  await create()
  await expect.poll(() => sent().length).toBe(1)
  expect(sent()[0]).toMatchObject({
    path: '/batches/feedTransactions/many',
    body: {
      movements: [
        { batchId: '5', action: 'ENTRY', actionType: 'BUY', weight: 150, feedTypeId: '7' },
        { batchId: '5', action: 'ENTRY', actionType: 'BUY', weight: 250, feedTypeId: '7' },
      ],
    },
  })
  await expect.poll(() => place().pathname).toBe('/production/feedMovements')
  expect(sent()).toHaveLength(1)
})

test('a row without its weight is marked at that field, and nothing is sent', async () => {
  const { choose, fill, add, create, sent, weight } = await openForm()
  await choose(1, 'Batch', /LSHAZ-2601/)
  await fill(1, '150')
  await add()
  await choose(2, 'Feed type', /Starter/)
  await create()
  await expect.element(weight(2)).toHaveAttribute('aria-invalid', 'true')
  await expect.element(weight(2)).toHaveFocus()
  expect(weight(1).element().getAttribute('aria-invalid')).not.toBe('true')
  await expect.element(weight(1)).toHaveValue('150')
  expect(sent()).toEqual([])
})

test('a row that the server rejects is marked at its field, the others stay, and all are sent again', async () => {
  let isRejected = true
  const { choose, fill, add, create, sent, weight, row } = await openForm({
    replies: {
      [MANY]: () =>
        isRejected
          ? failure(400, 'INVALID_INPUT', [{ field: 'body.movements.2.weight', code: 'tooBig', message: 'Too heavy.' }])
          : ['1', '2', '3'].map(id => sampleFeed({ id })),
    },
  })
  await choose(1, 'Batch', /LSHAZ-2601/)
  await fill(1, '150')
  await add()
  await fill(2, '250')
  await add()
  await fill(3, '900')
  await create()
  await expect.element(weight(3)).toHaveAttribute('aria-invalid', 'true')
  for (const place of [1, 2]) expect(weight(place).element().getAttribute('aria-invalid')).not.toBe('true')
  await expect.element(weight(1)).toHaveValue('150')
  await expect.element(weight(2)).toHaveValue('250')
  await expect.element(row(3).getByRole('combobox', { name: 'Feed type' })).toHaveValue('F-1 · Starter')
  isRejected = false
  await weight(3).fill('90')
  await create()
  await expect.poll(() => sent().length).toBe(2)
  expect(sent()[1]?.body).toMatchObject({ movements: [{ weight: 150 }, { weight: 250 }, { weight: 90 }] })
})
