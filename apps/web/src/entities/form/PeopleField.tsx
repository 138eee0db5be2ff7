import type { Entity } from '@steading/contract/entities/entities'
import { PeopleSelect } from '../../outbox/index.ts'
import { useText } from '../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'

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
  /** Number of responsible people hidden from the current user. */
  hidden: number
  onChange: (ids: string[]) => void
  error: string | undefined
}) {
  const t = useText()
  const mode = useFormMode()
  const more = hidden > 0 ? t('entity.hiddenInCharge', { count: hidden }) : undefined
  if (mode === 'view')
    return (
      <ReadOnlyField label={t('entity.responsibles')}>
        {[...known.map(user => user.shortName), ...(more ? [more] : [])].join(', ')}
      </ReadOnlyField>
    )
  return (
    <PeopleSelect
      label={t('entity.responsibles')}
      value={value}
      known={known.map(user => ({ value: user.userId, label: user.shortName }))}
      onChange={onChange}
      max={50}
      ordered={t('multi.first')}
      hint={more ?? (value.length === 0 ? t('entity.nobodyInCharge') : undefined)}
      error={error}
    />
  )
}
