import { IconFilter, IconX } from '@tabler/icons-react'
import { useText } from '../../../platform/texts.tsx'
import '../list.css'

/** A chip of a filter that came with the address and that nobody chooses here: it says what it is, and × takes it back. */
export function FixedFilter({ name, value, clear }: { name: string; value: string; clear: () => void }) {
  const t = useText()
  return (
    <span className="filter on">
      <span className="filter-main">
        <IconFilter size={14} aria-hidden />
        {name} <b className="num">{value}</b>
      </span>
      <button type="button" className="filter-x" onClick={clear}>
        <IconX size={13} aria-hidden />
        <span className="vh">{t('list.removeFilter', { name })}</span>
      </button>
    </span>
  )
}
