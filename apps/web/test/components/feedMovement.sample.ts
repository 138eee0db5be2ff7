import type { FeedMovement } from '@steading/contract/production/feedMovements'

/** A delivery that a silo showed, still to be confirmed. */
export const sampleFeed = (more: Partial<FeedMovement>): FeedMovement => ({
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
