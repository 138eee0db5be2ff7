import type { DashboardWidgets } from '@steading/contract/widgets/dashboards'
import { useEffect } from 'react'
import type { Arrange, Arranging } from './arranging.ts'
import { type Draft, isChanged, rebased } from './draft.ts'
import { type History, changed, mapped, redone, undone } from './history.ts'

/** The draft of a dashboard with undo and redo, also by Ctrl+Z and Ctrl+Shift+Z outside of fields and dialogs. */
export function useDraft({ history }: Arranging, arrange: Arrange) {
  const turn = (step: (before: History<Draft>) => History<Draft>) => arrange(now => ({ ...now, history: step(now.history) }))
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]')) return
      event.preventDefault()
      arrange(now => ({ ...now, history: (event.shiftKey ? redone : undone)(now.history) }))
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [arrange])
  const draft = history.present
  return {
    draft,
    isUnsaved: isChanged(draft, draft.base),
    change: (next: (draft: Draft) => Draft) => turn(before => changed(before, next)),
    /** Bases every state on a newer version. */
    rebase: (fresh: DashboardWidgets) => turn(before => mapped(before, state => rebased(state, fresh))),
    undo: history.past.length > 0 ? () => turn(undone) : undefined,
    redo: history.future.length > 0 ? () => turn(redone) : undefined,
  }
}

/** With a widget that was just added by a change of the draft. */
export function withNewTile(now: Arranging, add: (draft: Draft) => Draft, announcement: string): Arranging {
  const history = changed(now.history, add)
  return { ...now, history, newTile: history.present.layout.at(-1), announcement }
}
