import { Button } from '@mantine/core'
import { containsText } from '@steading/contract/http/searchText'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { Empty } from '../../state/Empty.tsx'
import { type Choice, textOfChosen, wordsOf } from './choices.ts'
import { FilterChip } from './FilterChip.tsx'
import '../list.css'

/** The filters of a list in one line; on a phone it scrolls sideways. */
export const Filters = ({ label, children }: { label: string; children: ReactNode }) => (
  <search className="filters" aria-label={label}>
    {children}
  </search>
)

const typingPause = 300

/** Free text; it filters when the typing pauses. */
export function SearchFilter({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const [text, type] = useState(value)
  const reported = useRef(value)
  useEffect(() => {
    if (value !== reported.current) type((reported.current = value))
  }, [value])
  useEffect(() => {
    if (text === reported.current) return
    const timer = setTimeout(() => onChange((reported.current = text)), typingPause)
    return () => clearTimeout(timer)
  }, [text, onChange])
  return (
    <label className="filter search">
      <IconSearch size={15} aria-hidden />
      <span className="vh">{label}</span>
      <input type="search" placeholder={label} value={text} onChange={event => type(event.currentTarget.value)} />
    </label>
  )
}

/** From here on one types rather than looks for a choice. */
const manyChoices = 10

/**
 * A chip with a name and its value; a click opens the choices, × takes it back. `many` allows several. Many choices are
 * narrowed by typing: here, or by `onSearch` where the server knows more of them.
 */
export function ChoiceFilter({
  name,
  choices,
  value,
  onChange,
  many = false,
  onSearch,
  failed = false,
  more,
  standard,
}: {
  name: string
  choices: readonly Choice[]
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  many?: boolean
  onSearch?: (text: string) => void
  /** What there is to choose from could not be asked. */
  failed?: boolean
  /** How many there are besides. */
  more?: string | undefined
  /** The choice that stands where nobody has chosen: never "any". */
  standard?: string
}) {
  const t = useText()
  const group = useId()
  const [open, setOpen] = useState(false)
  const [typed, type] = useState('')
  const narrow = (text: string) => {
    type(text)
    onSearch?.(text)
  }
  const shown = onSearch ? choices : choices.filter(choice => containsText(wordsOf(choice), typed))
  const on = value.length > 0 && !(value.length === 1 && value[0] === standard)
  const chosenText = textOfChosen(choices, value)
  const pick = (one: string, checked: boolean) => {
    if (!many) {
      onChange([one])
      setOpen(false)
    } else onChange(choices.map(choice => choice.value).filter(each => (each === one ? checked : value.includes(each))))
  }
  return (
    <FilterChip
      name={name}
      value={value.length > 0 ? chosenText : t('list.any')}
      on={on}
      clear={() => onChange([])}
      open={open}
      setOpen={setOpen}
    >
      {(onSearch || choices.length > manyChoices) && (
        <input
          type="search"
          className="choices-search"
          placeholder={t('ui.search')}
          aria-label={`${t('ui.search')}: ${name}`}
          value={typed}
          onChange={event => narrow(event.currentTarget.value)}
        />
      )}
      {(failed || shown.length === 0) && <p className="dim">{t(failed ? 'failed.lookup' : 'list.filteredEmpty')}</p>}
      {shown.map(choice => (
        <label key={choice.value}>
          <input
            type={many ? 'checkbox' : 'radio'}
            name={group}
            checked={value.includes(choice.value)}
            onChange={event => pick(choice.value, event.currentTarget.checked)}
          />
          {choice.label}
        </label>
      ))}
      {more && <output className="dim">{more}</output>}
    </FilterChip>
  )
}

/** Nothing under these filters: how many are on, how much there is without them, and the way there. */
export function EmptyFiltered({
  filters,
  total,
  title,
  reset,
}: {
  filters: number
  total?: number | undefined
  /** Why nothing can be found, where that is known. */
  title?: string | undefined
  reset: () => void
}) {
  const t = useText()
  return (
    <Empty
      title={title ?? t('list.filteredEmpty')}
      action={
        <Button size="xs" variant="default" onClick={reset}>
          {t('ui.clearFilters')}
        </Button>
      }
    >
      {total === undefined ? undefined : t('list.filteredEmptyHint', { filters, total })}
    </Empty>
  )
}
