import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/texts.tsx'
import './selection.css'

/** How many rows are marked and what can be done with them at once; `children` stands below. */
export function SelectionBar({
  count,
  note,
  actions,
  clear,
  children,
}: {
  count: number
  /** Beside the number. */
  note?: ReactNode
  actions: ReactNode
  clear: () => void
  children?: ReactNode
}) {
  const t = useText()
  return (
    <section className="selection" aria-label={t('list.selection')}>
      <output>
        <b>{t('ui.selected', { count })}</b> {note}
      </output>
      <div className="selection-actions">
        {actions}
        <button type="button" className="selection-x" onClick={clear}>
          <IconX size={16} aria-hidden />
          <span className="vh">{t('ui.clear')}</span>
        </button>
      </div>
      {children}
    </section>
  )
}
