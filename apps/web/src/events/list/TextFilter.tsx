import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { FilterChip } from '../../ui/list/filter/FilterChip.tsx'

/** A chip that narrows a list to what holds a text; it is taken when one leaves the field or presses Enter. */
export function TextFilter({
  name,
  value,
  onChange,
}: {
  name: string
  value: string | undefined
  onChange: (text: string | undefined) => void
}) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const [text, type] = useState(value ?? '')
  const take = () => {
    const typed = text.trim()
    if (typed !== (value ?? '')) onChange(typed || undefined)
  }
  return (
    <FilterChip
      name={name}
      value={value ?? t('list.any')}
      on={value !== undefined}
      clear={() => {
        type('')
        onChange(undefined)
      }}
      open={open}
      setOpen={now => {
        if (!now) take()
        setOpen(now)
      }}
    >
      <input
        type="search"
        className="choices-search"
        aria-label={name}
        placeholder={name}
        value={text}
        onChange={event => type(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          take()
          setOpen(false)
        }}
      />
    </FilterChip>
  )
}
