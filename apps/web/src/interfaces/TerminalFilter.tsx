import { useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { ChoiceFilter } from '../ui/list/filter/Filters.tsx'
import { useTerminal, useTerminals } from './terminal.choices.ts'

const none: readonly never[] = []

/** A list narrowed to one smart box. Typing finds it among all that there are. */
export function TerminalFilter({
  value,
  onChange,
  known = none,
}: {
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Boxes that the rows of the list name already. */
  known?: readonly { readonly id: string; readonly displayName: string }[]
}) {
  const t = useText()
  const [typed, type] = useState('')
  const found = useTerminals(typed)
  // The chosen one may not be among those found.
  const isFound = found.some(terminal => terminal.id === value)
  const named = isFound ? undefined : known.find(item => item.id === value)
  const asked = useTerminal(isFound || named ? undefined : value)
  const chosen = named ?? asked
  return (
    <ChoiceFilter
      name={t('terminal.one')}
      choices={(chosen && !isFound ? [chosen, ...found] : found).map(item => ({ value: item.id, label: item.displayName }))}
      value={value ? [value] : []}
      onChange={([item]) => onChange(item)}
      onSearch={type}
    />
  )
}
