import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../edit/FormFields.tsx'

/** On or off. */
export function SwitchField({
  checked = false,
  hint,
  ...props
}: {
  label: ReactNode
  checked?: boolean
  onChange?: (event: { currentTarget: { checked: boolean } }) => void
  error?: ReactNode
  disabled?: boolean
  hint?: ReactNode
}) {
  const t = useText()
  const mode = useFormMode()
  if (mode === 'view') return <ReadOnlyField label={props.label}>{checked ? t('ui.yes') : t('ui.no')}</ReadOnlyField>
  return (
    <Switch
      {...props}
      aria-invalid={props.error ? true : undefined}
      className="entry-switch"
      radius={100}
      checked={checked}
      description={props.error ? undefined : hint}
      withThumbIndicator={false}
    />
  )
}
