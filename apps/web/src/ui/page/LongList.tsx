import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import './page.css'

/** From so many on a list is folded. */
const many = 5

/** What belongs to a thing, one a line; five or more fold after the first four. */
export function LongList({ items }: { items: readonly { readonly key: string; readonly content: ReactNode }[] }) {
  const t = useText()
  const id = useId()
  const [all, showAll] = useState(false)
  const shown = all || items.length < many ? items : items.slice(0, many - 1)
  return (
    <>
      <ul className="long-list" id={id}>
        {shown.map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
      </ul>
      {items.length >= many && (
        <button type="button" className="long-more" aria-expanded={all} aria-controls={id} onClick={() => showAll(!all)}>
          {all ? t('ui.showFewer') : t('ui.showAll', { count: items.length - shown.length })}
        </button>
      )}
    </>
  )
}
