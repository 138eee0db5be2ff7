import type { Weighing } from '@steading/contract/production/weighings'

/** A weighing as its details answer it. */
export const sampleWeighing = (more: Partial<Weighing> = {}): Weighing => ({
  id: '9',
  batch: { id: '5', code: 'LAQPL-2601' },
  entity: { id: '2', name: 'House 1', displayName: 'House 1', type: 'SECTOR' },
  timeZone: 'Europe/Lisbon',
  timestamp: '2026-05-04T10:15:42.000Z',
  number: 10,
  totalWeight: 20,
  weights: null,
  average: 2,
  cv: null,
  age: 28,
  curveWeight: null,
  curveDeviation: null,
  method: 'MANUAL',
  notes: '',
  editable: true,
  deletable: true,
  version: 1,
  createdBy: { userId: '1', shortName: 'Ana' },
  creationTimestampUtc: '2026-05-04T10:20:00.000Z',
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
  ...more,
})
