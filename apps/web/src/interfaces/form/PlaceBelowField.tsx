import { entities } from '@steading/contract/entities/entities'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, data } from '../../platform/api/api.ts'
import { useText } from '../../platform/texts.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { usePaused } from '../../platform/useDebounced.ts'

const calls = api(entities)
const most = 50

export interface Place {
  readonly id: string
  readonly displayName: string
}

/** Where a sensor stands: the place of its box, or one below it; typing finds it. */
export function PlaceBelowField({
  above,
  value,
  known,
  onChange,
  error,
}: {
  /** The place of the box, once one is chosen. */
  above: string | undefined
  value: string | null
  /** Those whose names are known already. */
  known: readonly Place[]
  onChange: (place: Place | null) => void
  error: string | undefined
}) {
  const t = useText()
  const [text, type] = useState('')
  const search = usePaused(text.trim())
  const { data: found, error: failed } = useQuery({
    queryKey: ['entities', 'below', 'choices', above, search],
    queryFn: async ({ signal }) => {
      const query = { entityId: above, search: search || undefined, itemsPerPage: most }
      return (await data(calls.search({ query }, { signal }))).content
    },
    enabled: above !== undefined,
    placeholderData: keepPreviousData,
  })
  const offered: readonly Place[] = (above !== undefined && found) || []
  const chosen = known.find(place => place.id === value)
  const options = chosen && !offered.some(place => place.id === chosen.id) ? [chosen, ...offered] : offered
  return (
    <SelectField
      label={t('terminal.place')}
      required
      disabled={above === undefined}
      hint={above === undefined ? t('interface.chooseBoxFirst') : failed && !found ? t('failed.lookup') : undefined}
      options={options.map(option => ({ value: option.id, label: option.displayName }))}
      value={value}
      onChange={id => onChange(options.find(option => option.id === id) ?? null)}
      onSearch={type}
      error={error}
    />
  )
}
