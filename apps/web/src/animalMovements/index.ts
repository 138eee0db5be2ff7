// The door of the slice: animals that came, went or died; and what its neighbors of the batch's records share with it.
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'

// Each is named once: what the first visit loads holds every name.
const create = () => import('./form/AnimalMovementCreate.tsx')
const details = () => import('./details/AnimalMovementDetails.tsx')

export const pages = {
  '/production/animalMovements': () => import('./list/AnimalMovementList.tsx'),
  '/production/animalMovements/create': create,
  '/production/animalMovements/details/{animalMovementId}': details,
  '/production/{batchId}/animalMovements/create': create,
  '/production/{batchId}/animalMovements/details/{animalMovementId}': details,
} as const
/** The animal movements of a batch, as a tab of its page. */
export const LazyBatchAnimalMovements = lazyComponent(() => import('./list/BatchAnimalMovements.tsx'))
/** Asks for the deaths of a day in one house. */
export const LazyQuickDeaths = lazyComponent(() => import('./QuickDeaths.tsx'), 'overlay')
export { AsyncField } from './common/AsyncField.tsx'
export { BatchDataFilters } from './common/BatchDataFilters.tsx'
export { BatchField } from './common/BatchField.tsx'
export { type ConflictField, conflictEntries } from './common/conflictEntries.ts'
export { movementTitle, transferKind } from './movementKinds.ts'
export { fileLimits } from './common/fileLimits.ts'
export { type ListActions, ListPageHead, ListTabHead } from './common/ListHeads.tsx'
export { BatchLink, MovementStatusPill, RecordMeta } from './common/RecordMarks.tsx'
export { type RecordEditProps, RecordPage } from './common/RecordPage.tsx'
export { recordsChanged } from './common/recordQueries.ts'
export { batchTabHref, type RecordScope, useRecordScope } from './common/recordScope.ts'
export { useAnother } from './common/useAnother.tsx'
export { futureProblems, messagesOf, nowToMinute, requiredProblem } from './common/validation.ts'
export { animalWeight, averageWeight, kilograms, toGram, weightUnit } from './common/weights.ts'
export { withoutPaging } from './common/withoutPaging.ts'
