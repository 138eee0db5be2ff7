/** A feed type as its details answer it. */
export const sampleFeedType = (more: object = {}) => ({
  id: '7',
  code: 'F-1',
  displayName: 'Starter',
  translations: {},
  species: 'BROILER',
  medicated: false,
  withdrawalDays: 0,
  status: 'ACTIVE',
  entity: { id: '1', name: 'Farm', displayName: 'Farm', type: 'FARM' },
  isSystem: false,
  editable: true,
  version: 1,
  createdBy: { userId: '1', shortName: 'Ana' },
  creationTimestampUtc: '2026-05-04T03:00:00.000Z',
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
  ...more,
})
/** The first page of a list. */
export const pageOf = (content: readonly object[], totalElements = content.length) => ({
  content,
  totalElements,
  totalPages: Math.ceil(totalElements / 10),
  number: 0,
  size: 10,
  sortProperty: 'code',
  sortDirection: 'ASC',
})
