import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import '../templates.css'

/** Disclosure of rarely changed settings; opens by itself if one is invalid. */
export function Fold({ name, wrong, children }: { name: ReactNode; wrong: boolean; children: ReactNode }) {
  const id = useId()
  const [asked, ask] = useState(false)
  const open = asked || wrong
  return (
    <div className="template-fold">
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => ask(!open)}>
        <IconChevronRight size={15} aria-hidden />
        {name}
      </button>
      <div id={id}>{open && children}</div>
    </div>
  )
}
