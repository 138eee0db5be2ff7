import type { Entity } from '@steading/contract/entities'
import { PeopleSelect } from '../outbox/index.ts'
import { useText } from '../platform/texts.tsx'
import { Shown, useFormMode } from '../ui/form/Entries.tsx'

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
  const more = hidden > 0 ? t('entity.hiddenInCharge', { count: hidden }) : undefined
  if (mode === 'view')
    return (
      <Shown label={t('entity.responsibles')}>{[...known.map(one => one.shortName), ...(more ? [more] : [])].join(', ')}</Shown>
    )
  return (
    <PeopleSelect
      label={t('entity.responsibles')}
      value={value}
      known={known.map(one => ({ value: one.userId, label: one.shortName }))}
      onChange={onChange}
      max={50}
      ordered={t('multi.first')}
      hint={more ?? (value.length === 0 ? t('entity.nobodyInCharge') : undefined)}
      error={error}
    />
  )
}
