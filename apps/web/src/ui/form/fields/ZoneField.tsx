import { type ReactNode, useMemo } from 'react'
import { clock } from '../../../platform/page/clock.ts'
import { useText } from '../../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../edit/FormFields.tsx'
import { SelectField } from './SelectField.tsx'
import { zoneName, zonesAt } from '../input/zones.ts'

/** A time zone, with how far ahead of UTC it is now. */
export function ZoneField({
  value,
  onChange,
  error,
  required = false,
  hint,
}: {
  value?: string | undefined
  onChange?: (zone: string | undefined) => void
  error?: ReactNode
  required?: boolean
  hint?: ReactNode
}) {
  const t = useText()
  const mode = useFormMode()
  const zones = useMemo(() => (mode === 'view' ? [] : zonesAt(new Date(clock.now()))), [mode])
  if (mode === 'view')
    return <ReadOnlyField label={t('ui.timeZone')}>{value && zoneName(value, new Date(clock.now()))}</ReadOnlyField>
  return (
    <SelectField
      label={t('ui.timeZone')}
      required={required}
      hint={hint}
      options={zones}
      value={value}
      onChange={zone => onChange?.(zone ?? undefined)}
      error={error}
    />
  )
}
