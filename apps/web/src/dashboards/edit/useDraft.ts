import type { DashboardWidgets } from '@steading/contract/widgets/dashboards'
import { useEffect, useState } from 'react'
import { type Draft, draftOf, isChanged, rebased } from './draft.ts'
import { historyOf, mapped, pushed, redone, replaced, undone } from './history.ts'

/** The draft of a dashboard with undo and redo, also by Ctrl+Z and Ctrl+Shift+Z outside of fields and dialogs. */
export function useDraft(dashboard: DashboardWidgets) {
  const [history, setHistory] = useState(() => historyOf(draftOf(dashboard)))
  const undo = () => setHistory(undone)
  const redo = () => setHistory(redone)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]')) return
      event.preventDefault()
      setHistory(event.shiftKey ? redone : undone)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const draft = history.present
  return {
    draft,
    isUnsaved: isChanged(draft, draft.base),
    change: (next: (draft: Draft) => Draft) =>
      setHistory(before => {
        const present = next(before.present)
        return present === before.present ? before : pushed(before, present)
      }),
    /** What follows from the last change: one undo takes back both. A stored gap that the grid closes is no change by itself. */
    settle: (next: (draft: Draft) => Draft) =>
      setHistory(before => (before.past.length === 0 ? before : replaced(before, next(before.present)))),
    /** Bases every state on a newer version. */
    rebase: (fresh: DashboardWidgets) => setHistory(before => mapped(before, state => rebased(state, fresh))),
    undo: history.past.length > 0 ? undo : undefined,
    redo: history.future.length > 0 ? redo : undefined,
  }
}
