import type { RuleCounts } from '@steading/contract/rules/rules'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useText } from '../platform/texts.tsx'
import { GroupCounts, totalOf } from './GroupCounts.tsx'

/** A group in one line: what it is called, where it was made, how its rules stand. A click opens it below. */
export function GroupRow({
  name,
  place,
  counts,
  open,
  toggle,
  children,
}: {
  name: string
  place?: string
  /** Undefined until they are known. */
  counts: RuleCounts | undefined
  open: boolean
  toggle: () => void
  children: ReactNode
}) {
  const t = useText()
  const id = useId()
  return (
    <div className={open ? 'group open' : 'group'}>
      <div className="group-head">
        <div className="group-name">
          <h2>
            <button type="button" aria-expanded={open} aria-controls={id} onClick={toggle}>
              <IconChevronRight size={18} aria-hidden />
              <span>{name}</span>
            </button>
          </h2>
          <span className="dim">
            {[place, counts && t('ruleGroup.rules', { count: totalOf(counts) })].filter(Boolean).join(' · ')}
          </span>
        </div>
        {counts && <GroupCounts of={counts} />}
      </div>
      <div id={id} className="group-body">
        {open && children}
      </div>
    </div>
  )
}
