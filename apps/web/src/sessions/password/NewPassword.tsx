import { useId } from 'react'
import { useText } from '../../platform/texts.tsx'
import { PasswordField } from '../../ui/form/fields/PasswordField.tsx'
import { PasswordRules } from '../../ui/form/password/PasswordRules.tsx'
import type { EntranceForm } from '../login/useEntranceForm.ts'

/** Fields of a new password and its repetition, with the password rules. */
export function NewPassword({
  entry,
  password,
}: {
  entry: EntranceForm<{ password: string; repeat: string }>['entry']
  password: string
}) {
  const t = useText()
  const rules = useId()
  return (
    <>
      <PasswordField {...entry('password')} size="md" label={t('ui.password')} isNew rules={rules} />
      <PasswordRules id={rules} password={password} />
      <PasswordField {...entry('repeat')} size="md" label={t('setup.repeat')} isNew />
    </>
  )
}
