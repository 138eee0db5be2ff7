import { expect, test } from 'vitest'
import BatchAnalytics from '../../src/batches/analytics/BatchAnalytics.tsx'
import { sampleRankedBatch } from './batch.sample.ts'
import { pageOf } from './feedType.sample.ts'
import { openStage } from './stage.tsx'

const path = '/production/batch-analytics'

/** The page with a batch of fattening pigs closed last. Of the ranking itself nothing is there. */
const opened = async (at = path) => {
  const stage = await openStage(<BatchAnalytics />, {
    path,
    at,
    replies: {
      'GET /batches/analytics': ({ query }) => pageOf(query.get('sortProperty') === 'closeDate' ? [sampleRankedBatch()] : []),
    },
  })
  const asked = () => {
    const query = stage.calls.at(-1)?.query
    return { status: query?.getAll('status'), species: query?.get('species'), sort: query?.get('sortProperty') }
  }
  return { ...stage, asked }
}

test('a ranking begins with the closed batches of one species', async () => {
  const { screen, asked } = await opened()
  await expect.element(screen.getByRole('button', { name: 'Status Closed' })).toBeVisible()
  await expect.poll(asked).toEqual({ status: ['CLOSED'], species: 'FINISHER', sort: 'feedConversion' })
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
  await expect.poll(asked).toEqual({ status: ['CLOSED'], species: 'PIGLET', sort: 'feedConversion' })
})
