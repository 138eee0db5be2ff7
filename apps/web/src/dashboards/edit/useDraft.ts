import type { DashboardWidgets } from '@steading/contract/widgets/dashboards'
import { useEffect, useMemo } from 'react'
import { useText } from '../../platform/texts.tsx'
import { type Arrange, type Arranging, announced } from './arranging.ts'
import { type Draft, isChanged, rebased } from './draft.ts'
import { type History, changed, mapped, redone, undone } from './history.ts'

/** The draft of a dashboard with undo and redo, also by Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y outside of fields and dialogs. */
export function useDraft({ history, isSaving = false }: Arranging, arrange: Arrange) {
  const t = useText()
  const turn = (step: (before: History<Draft>) => History<Draft>) => arrange(now => ({ ...now, history: step(now.history) }))
  const [undo, redo] = useMemo(() => {
    const step = (run: typeof undone, announcement: string) => () =>
      arrange(now => {
        if (now.isSaving) return now
        const history = run(now.history)
        return history === now.history ? now : { ...now, history, announcement: announced(now, announcement) }
      })
    return [step(undone, t('dashboard.changeUndone')), step(redone, t('dashboard.changeRedone'))]
  }, [arrange, t])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]')) return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redo()
      else undo()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [undo, redo])
  const draft = history.present
  return {
    draft,
    isUnsaved: isChanged(draft, draft.base),
    change: (next: (draft: Draft) => Draft) => {
      if (!isSaving) turn(before => changed(before, next))
    },
    /** Bases every state on a newer version. */
    rebase: (fresh: DashboardWidgets) => turn(before => mapped(before, state => rebased(state, fresh))),
    undo: history.past.length > 0 && !isSaving ? undo : undefined,
    redo: history.future.length > 0 && !isSaving ? redo : undefined,
  }
}

/** With a widget that was just added by a change of the draft. */
export function withNewTile(now: Arranging, add: (draft: Draft) => Draft, announcement: string): Arranging {
  if (now.isSaving) return now
  const history = changed(now.history, add)
  return { ...now, history, shownTile: history.present.layout.at(-1), announcement: announced(now, announcement) }
}
