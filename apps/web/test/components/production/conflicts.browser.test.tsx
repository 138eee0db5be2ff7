import type { Attachment } from '@steading/contract/attachments'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import BatchDetails from '../../../src/batches/details/BatchDetails.tsx'
import FeedMovementDetails from '../../../src/feedMovements/details/FeedMovementDetails.tsx'
import FeedTypeDetails from '../../../src/feedTypes/FeedTypeDetails.tsx'
import WeighingDetails from '../../../src/weighings/WeighingDetails.tsx'
import { sampleBatch } from '../batch.sample.ts'
import { sampleFeed } from '../feedMovement.sample.ts'
import { pageOf, sampleFeedType } from '../feedType.sample.ts'
import { failure, openStage } from '../stage.tsx'
import { sampleWeighing } from '../weighing.sample.ts'

const note: Attachment = {
  name: 'delivery note.pdf',
  type: 'application/pdf',
  size: 10,
  addedBy: null,
  addedUtc: '2026-05-04T12:00:00.000Z',
}

/** Opens an entry at this address, to change the member of this label while somebody else saves `remote`; answers the panel's lines. */
async function conflict(
  element: ReactNode,
  {
    path,
    route,
    mine,
    remote,
    label,
    more = {},
  }: { path: string; route: string; mine: object; remote: object; label: string; more?: Parameters<typeof openStage>[1] },
) {
  let stored = mine
  const { screen } = await openStage(element, {
    path,
    at: path.replace(/\{\w+\}/, '9'),
    replies: { ...more.replies, [`GET ${route}`]: () => stored, [`PUT ${route}`]: () => failure(409, 'VERSION_CONFLICT') },
  })
  await screen.getByRole('button', { name: 'Edit' }).click()
  await screen.getByRole('textbox', { name: label }).fill('12')
  stored = { ...mine, ...remote, version: 2 }
  await screen.getByRole('button', { name: 'Save' }).click()

  await expect.element(screen.getByRole('heading', { name: 'Changes by others' })).toBeVisible()
  return () => [...document.querySelectorAll('.theirs-list li')].map(({ textContent }) => textContent)
}

const batchReplies = {
  'GET /batches/:id': () => sampleBatch({ id: '5' }),
  'GET /feedTypes/search': () => pageOf([]),
  'GET /feedFactories/search': () => pageOf([]),
  'GET /interfaces': () => [],
}

test('a conflict of a batch names its attachments', async () => {
  const lines = await conflict(<BatchDetails />, {
    path: '/production/batches/{batchId}',
    route: '/batches/:id',
    mine: sampleBatch({ id: '9' }),
    remote: { attachments: [note] },
    label: 'Target weight',
    more: { replies: batchReplies },
  })
  await expect.poll(lines).toEqual([expect.stringMatching(/^Attachmentsdelivery note\.pdf/)])
})

test('a conflict of a feed movement names its attachments', async () => {
  const lines = await conflict(<FeedMovementDetails />, {
    path: '/production/feedMovements/details/{feedMovementId}',
    route: '/batches/feedTransactions/:id',
    mine: sampleFeed({
      silo: null,
      pending: false,
      status: 'EFFECTIVE',
      feedType: { id: '7', code: 'F-1', displayName: 'Starter', translations: {}, medicated: false },
    }),
    remote: { attachments: [note] },
    label: 'Feed weight',
    more: { replies: { ...batchReplies, 'GET /feedTypes/search': () => pageOf([sampleFeedType()]) } },
  })
  await expect.poll(lines).toEqual([expect.stringMatching(/^Attachmentsdelivery note\.pdf/)])
})

test('a conflict of a weighing names how the animals were weighed', async () => {
  const lines = await conflict(<WeighingDetails />, {
    path: '/production/manualWeighing/{manualWeighingId}',
    route: '/batches/manualWeighing/:id',
    mine: sampleWeighing(),
    remote: { weights: [1, 3], number: 2, totalWeight: 4 },
    label: 'Number of animals',
    more: { replies: batchReplies },
  })
  await expect.poll(lines).toContainEqual(expect.stringMatching(/^Animals weighedOne by one/))
})

test('a conflict of an entry of a book names its status', async () => {
  const lines = await conflict(<FeedTypeDetails />, {
    path: '/production/feedTypes/details/{feedTypeId}',
    route: '/feedTypes/:id',
    mine: sampleFeedType(),
    remote: { status: 'INACTIVE', withdrawalDays: 5 },
    label: 'Withdrawal period',
  })
  await expect
    .poll(lines)
    .toEqual([expect.stringMatching(/^Withdrawal period5\u00a0d/), expect.stringMatching(/^StatusInactive/)])
})
