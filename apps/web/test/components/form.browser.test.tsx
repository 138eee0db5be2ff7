import { expect, test } from 'vitest'
import FeedTypeDetails from '../../src/feedTypes/FeedTypeDetails.tsx'
import { sampleFeedType } from './feedType.sample.ts'
import { failure, openStage } from './stage.tsx'

const path = '/production/feedTypes/details/{feedTypeId}'
const at = '/production/feedTypes/details/7'

test('a save sends the fields with the version that was seen', async () => {
  let stored = sampleFeedType()
  const { screen, calls } = await openStage(<FeedTypeDetails />, {
    path,
    at,
    replies: {
      'GET /feedTypes/:id': () => stored,
      'PUT /feedTypes/:id': ({ body }) => (stored = sampleFeedType({ ...(body as object), version: 2 })),
    },
  })
  await screen.getByRole('button', { name: 'Edit' }).click()
  await screen.getByRole('textbox', { name: 'Name' }).fill('Starter crumble')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Starter crumble' })).toBeVisible()
  const sent = calls.find(({ method }) => method === 'PUT')
  expect(sent?.body).toMatchObject({ displayName: 'Starter crumble', code: 'F-1', version: 1 })
})

test('a conflict shows what the other one saved, keeps what was typed, and saves over the new version', async () => {
  let stored = sampleFeedType()
  const { screen, calls } = await openStage(<FeedTypeDetails />, {
    path,
    at,
    replies: {
      'GET /feedTypes/:id': () => stored,
      'PUT /feedTypes/:id': ({ body }) => {
        const { version } = body as { version: number }
        if (version !== stored.version) return failure(409, 'VERSION_CONFLICT')
        stored = sampleFeedType({ ...(body as object), version: version + 1 })
        return stored
      },
    },
  })
  await screen.getByRole('button', { name: 'Edit' }).click()
  await screen.getByRole('textbox', { name: 'Name' }).fill('Starter crumble')
  stored = sampleFeedType({ withdrawalDays: 5, version: 2, lastUpdatedBy: { userId: '2', shortName: 'Rui' } })
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Changes by others' })).toBeVisible()
  await expect.element(screen.getByText(/Rui/)).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Starter crumble')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Starter crumble' })).toBeVisible()
  expect(calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ withdrawalDays: 5, version: 2 })
})

test('a refused field is marked with the message of the server and has the focus', async () => {
  const { screen } = await openStage(<FeedTypeDetails />, {
    path,
    at,
    replies: {
      'GET /feedTypes/:id': () => sampleFeedType(),
      'PUT /feedTypes/:id': () => failure(400, 'INVALID_INPUT', [{ field: 'code', code: 'invalid', message: 'Not this code.' }]),
    },
  })
  await screen.getByRole('button', { name: 'Edit' }).click()
  await screen.getByRole('textbox', { name: 'Name' }).fill('Other')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Not this code.')).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Code' })).toHaveFocus()
})
