import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { ChoiceFilter } from '../ui/list/Filters.tsx'
import { activeEntities, wayQuery } from './entities.queries.ts'
import { choicesQuery } from './pages.queries.ts'

const typingPause = 250

/** A list narrowed to an entity and what lies below it. Typing finds it among all that there are. */
export function EntityFilter({ value, onChange }: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const t = useText()
  const [text, type] = useState('')
  const [asked, ask] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => ask(text.trim()), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  const may = useMay()
  const { data: found = none, error } = useQuery(choicesQuery(asked))
  const mayRead = may('entities.read')
  const { data: way } = useQuery({ ...wayQuery(value ?? ''), enabled: value !== undefined && mayRead })
  const { data: all } = useQuery({ ...activeEntities, enabled: value !== undefined && !mayRead })
  const here = way?.at(-1) ?? all?.find(one => one.id === value)
  const shown = found.map(({ id, displayName }) => ({ value: id, label: displayName }))
  const choices =
    here && !shown.some(one => one.value === here.id) ? [{ value: here.id, label: here.displayName }, ...shown] : shown
  return (
    <ChoiceFilter
      name={t('entity.generic')}
      choices={choices}
      value={value ? [value] : []}
      onChange={([one]) => onChange(one)}
      onSearch={type}
      failed={error !== null && found === none}
    />
  )
}
const none: readonly { readonly id: string; readonly displayName: string }[] = []
