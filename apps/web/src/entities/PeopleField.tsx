import type { Entity } from '@steading/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../platform/texts.tsx'
import { Shown, useFormMode } from '../ui/form/Entries.tsx'
import { MultiSelectField } from '../ui/form/MultiSelectField.tsx'
import { peopleQuery } from './choices.queries.ts'

/** Who is told when something is wrong here, the first first. */
export function PeopleField({
  value,
  known,
  hidden,
  onChange,
  error,
}: {
  value: readonly string[]
  /** Who is named already, though perhaps not to be chosen by whoever looks. */
  known: Entity['responsibleUsers']
  /** How many more are named whom whoever looks does not see. */
  hidden: number
  onChange: (ids: string[]) => void
  error: string | undefined
}) {
  const t = useText()
  const mode = useFormMode()
  const { data: people, error: failed } = useQuery({ ...peopleQuery, enabled: mode !== 'view' })
  const more = hidden > 0 ? t('entity.hiddenInCharge', { count: hidden }) : undefined
  if (mode === 'view')
    return (
      <Shown label={t('entity.responsibles')}>{[...known.map(one => one.shortName), ...(more ? [more] : [])].join(', ')}</Shown>
    )
  const named = new Map([
    ...known.map(one => [one.userId, one.shortName] as const),
    ...(people ?? []).map(one => [one.userId, one.displayName] as const),
  ])
  return (
    <MultiSelectField
      label={t('entity.responsibles')}
      options={[...named].map(([id, name]) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      max={50}
      ordered={t('multi.first')}
      hint={more ?? (value.length === 0 ? t('entity.nobodyInCharge') : undefined)}
      failed={failed && !people ? t('failed.lookup') : undefined}
      error={error}
    />
  )
}
