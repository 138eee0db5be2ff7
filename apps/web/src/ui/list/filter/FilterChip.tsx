import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import { IconChevronDown, IconFilter, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/texts.tsx'
import '../list.css'

/** A chip with a name and its value; a click opens what one may choose. Tinted when it is `on`; × takes it back. */
export function FilterChip({
  name,
  value,
  on,
  clear,
  open,
  setOpen,
  children,
}: {
  name: string
  value: string
  on: boolean
  clear: () => void
  open: boolean
  setOpen: (open: boolean) => void
  children: ReactNode
}) {
  const t = useText()
  return (
    <span className={on ? 'filter on' : 'filter'}>
      <Popover opened={open} onChange={setOpen} position="bottom-start" offset={6} trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className="filter-main" aria-expanded={open} onClick={() => setOpen(!open)}>
            {on && <IconFilter size={14} aria-hidden />}
            {name} <b className="num">{value}</b>
            {!on && <IconChevronDown size={14} aria-hidden />}
          </button>
        </Popover.Target>
        <Popover.Dropdown className="choices">
          <fieldset>
            <legend className="vh">{name}</legend>
            {children}
          </fieldset>
        </Popover.Dropdown>
      </Popover>
      {on && (
        <button type="button" className="filter-x" onClick={clear}>
          <IconX size={13} aria-hidden />
          <span className="vh">{t('list.removeFilter', { name })}</span>
        </button>
      )}
    </span>
  )
}
