import { IconAlertTriangle } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { number } from '@steading/locales/format'
import { useText } from '../../../platform/texts.tsx'
import { toOpen } from './SubNav.tsx'
import '../page.css'

export interface Tab<K extends string> {
  readonly key: K
  readonly name: string
  readonly count?: number | undefined
  /** Something in it needs mending: a field of a form, a failed part. */
  readonly bad?: boolean
}

/** The tab that is opened is scrolled to within its strip. */
const inSight = (tab: HTMLElement | null) => toOpen(tab?.parentElement ?? null)

/** Tabs of one thing. Arrow keys move between them; which one is open belongs to the page, most often to its address. */
export function Tabs<K extends string>({
  items,
  current,
  onChange,
  label,
  children,
}: {
  items: readonly Tab<K>[]
  current: K
  onChange: (key: K) => void
  label: string
  children: ReactNode
}) {
  const t = useText()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const at = items.findIndex(item => item.key === current)
    const next = items[(at + step + items.length) % items.length]
    if (!next) return
    event.preventDefault()
    onChange(next.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus()
  }
  return (
    <>
      <div ref={list} className="tabs scroll-x" role="tablist" aria-label={label} onKeyDown={move} tabIndex={-1}>
        {items.map(item => (
          <button
            key={item.key}
            ref={item.key === current ? inSight : undefined}
            type="button"
            role="tab"
            id={`${id}-${item.key}`}
            data-tab={item.key}
            aria-controls={`${id}-panel`}
            aria-selected={item.key === current}
            tabIndex={item.key === current ? 0 : -1}
            onClick={() => onChange(item.key)}
          >
            {item.name}
            {item.count !== undefined && <span className="tab-count num">{number(item.count, t)}</span>}
            {item.bad && (
              <>
                <IconAlertTriangle size={14} className="tab-bad" aria-hidden />
                <span className="vh">{t('form.hasError')}</span>
              </>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} className="stack">
        {children}
      </div>
    </>
  )
}
