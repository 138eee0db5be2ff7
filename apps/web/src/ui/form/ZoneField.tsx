import { type ReactNode, useMemo } from 'react'
import { clock } from '../../platform/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { Shown, useFormMode } from './Entries.tsx'
import { SelectField } from './SelectField.tsx'
import { zoneName, zonesAt } from './zones.ts'

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
  if (mode === 'view') return <Shown label={t('ui.timeZone')}>{value && zoneName(value, new Date(clock.now()))}</Shown>
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
