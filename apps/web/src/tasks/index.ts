// The door of the slice: tasks of people, their board, and what templates of tasks share with them.
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import type { SearchListFilter } from '../ui/list/table/SearchList.tsx'

// Each is named once: what the first visit loads holds every name.
const create = () => import('./form/TaskCreate.tsx')
const details = () => import('./details/TaskDetails.tsx')

export const pages = {
  '/tasks': () => import('./list/TaskList.tsx'),
  '/tasks/create': create,
  '/tasks/details/{taskId}': details,
  '/tasks/taskboard': () => import('./board/TaskBoard.tsx'),
  '/production/{batchId}/tasks/create': create,
  '/production/{batchId}/tasks/details/{taskId}': details,
} as const
/** The tasks of a batch, as a tab of its page. */
export const LazyBatchTasks = lazyComponent(() => import('./list/BatchTasks.tsx'))
/** Tasks in a small place, with a search field. */
export const LazyTaskSearch = lazyComponent<SearchListFilter>(() => import('./list/TaskSearch.tsx'))
export { PriorityField } from './form/PriorityField.tsx'
export { ChecklistField } from './form/ChecklistField.tsx'
export { NoteDialog } from './details/NoteDialog.tsx'
