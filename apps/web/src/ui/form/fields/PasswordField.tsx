import { PasswordInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import type { ChangeEvent, ReactNode } from 'react'
import { useText } from '../../../platform/texts.tsx'

/** A password, which can be looked at. `isNew` one is not filled in by the browser; `rules` is the id of what it must hold to. */
export function PasswordField({
  isNew = false,
  rules,
  ...entry
}: {
  label: ReactNode
  value?: string
  error?: ReactNode
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void
  size?: 'sm' | 'md'
  required?: boolean
  isNew?: boolean
  rules?: string
}) {
  const t = useText()
  const { required = false, ...rest } = entry
  return (
    <PasswordInput
      {...rest}
      withAsterisk={required}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...(rules && { 'aria-describedby': rules })}
      visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword'), tabIndex: 0 }}
    />
  )
}
