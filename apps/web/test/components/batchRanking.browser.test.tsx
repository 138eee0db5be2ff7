import { expect, test } from 'vitest'
import BatchAnalytics from '../../src/batches/analytics/BatchAnalytics.tsx'
import { sampleRankedBatch } from './batch.sample.ts'
import { pageOf } from './feedType.sample.ts'
import { openStage } from './stage.tsx'

const path = '/production/batch-analytics'

const company = {
  id: '9',
  name: 'Lezíria',
  displayName: 'Lezíria',
  type: 'ENTERPRISE',
  parentId: '2',
  status: 'ACTIVE',
  enterprise: null,
}
const house = { ...company, ...sampleRankedBatch().entity, parentId: '8', enterprise: company }

/** The page with a batch of fattening pigs of a company closed last. Of the ranking itself nothing is there. */
const opened = async (at = path) => {
  const stage = await openStage(<BatchAnalytics />, {
    path,
    at,
    replies: {
      'GET /batches/analytics': () => pageOf([]),
      'GET /batches/search': () => pageOf([sampleRankedBatch()]),
      'GET /entities/choices': ({ query }) => pageOf([...(query.get('ids') === '9' ? [company] : []), house]),
    },
  })
  const asked = () => {
    const query = stage.calls.findLast(call => call.path === '/batches/analytics')?.query
    return {
      status: query?.getAll('status'),
      species: query?.get('species'),
      sort: query?.get('sortProperty'),
      entity: query?.get('entityId'),
    }
  }
  return { ...stage, asked }
}

test('a ranking begins with the closed batches of one species and one company', async () => {
  const { screen, asked } = await opened()
  await expect.element(screen.getByRole('button', { name: 'Status Closed' })).toBeVisible()
  await expect.poll(asked).toEqual({ status: ['CLOSED'], species: 'FINISHER', sort: 'feedConversion', entity: '9' })
})

test('a species that is taken out of the filter gives way to the first one', async () => {
  const { screen, asked } = await opened(`${path}?species=BROILER`)
  await expect.poll(asked).toMatchObject({ species: 'BROILER' })
  await screen.getByRole('button', { name: /Remove.*Species/ }).click()
  await expect.poll(asked).toMatchObject({ species: 'FINISHER' })
})

test('an index that a chosen species lacks no longer ranks', async () => {
  const { screen, asked } = await opened(`${path}?species=BROILER&sortProperty=epef&sortDirection=DESC`)
  await expect.poll(asked).toMatchObject({ species: 'BROILER', sort: 'epef' })
  await screen.getByRole('button', { name: /^Species/ }).click()
  await screen.getByRole('radio', { name: /Piglets/ }).click()
  await expect.poll(asked).toMatchObject({ status: ['CLOSED'], species: 'PIGLET', sort: 'feedConversion' })
})

test('another company begins with no batches to compare, and gives way to the first one', async () => {
  const { screen, asked, place } = await opened(`${path}?entityId=7&batchIds=5`)
  await expect.poll(asked).toMatchObject({ entity: '7' })
  await screen.getByRole('button', { name: /Remove.*Entity/ }).click()
  await expect.poll(asked).toMatchObject({ entity: '9' })
  expect(place().searchStr).not.toContain('batchIds')
})
