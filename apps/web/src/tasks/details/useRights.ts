import { useMay } from '../../platform/session/session.ts'
import type { TaskRights } from '../taskWords.ts'

/** What the session may do with the status of tasks. */
export function useRights(): TaskRights {
  const may = useMay()
  return { update: may('tasks.update'), judge: may('taskTemplates.approve_reject') }
}
