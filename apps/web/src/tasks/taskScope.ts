import { batchTabHref, type RecordScope } from '../animalMovements/index.ts'
import { to } from '../platform/navigation/paths.ts'
import { listHref } from '../ui/list/useListState.ts'

/** Tasks of all places, or of one batch. */
export const taskScope = (batchId: string | null): RecordScope =>
  batchId === null
    ? {
        batchId,
        back: () => listHref(to('/tasks')),
        create: to('/tasks/create'),
        details: taskId => to('/tasks/details/{taskId}', { taskId }),
      }
    : {
        batchId,
        back: () => batchTabHref(batchId, 'tasks'),
        create: to('/production/{batchId}/tasks/create', { batchId }),
        details: taskId => to('/production/{batchId}/tasks/details/{taskId}', { batchId, taskId }),
      }
