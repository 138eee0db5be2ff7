import { Button } from '@mantine/core'
import { users } from '@steading/contract/users/users'
import { useId } from 'react'
import { z } from 'zod'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useSignedIn } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { PasswordField } from '../../ui/form/fields/PasswordField.tsx'
import { PasswordRules } from '../../ui/form/password/PasswordRules.tsx'
import { repeated } from '../../ui/form/password/repeatedPassword.ts'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Card } from '../../ui/page/Card.tsx'
import { ownSessionsChanged } from './profile.queries.ts'
import { calls } from '../users.queries.ts'
import './profile.css'
import { Form } from '../../ui/form/edit/Form.tsx'

const blank = { currentPassword: '', password: '', repeat: '' }
const schema = repeated({ ...users.password.body.shape, currentPassword: z.string().min(1).max(128) })

/** Another password, with the present one; every other session ends. */
export function OwnPassword() {
  const sendPassword = useWrite(['users', 'password'], calls.password)
  const t = useText()
  const rules = useId()
  const { userId } = useSignedIn()
  const { run } = useAsyncAction()
  const { form, resetTo, submit, ref, saving } = useEditForm({
    initial: blank,
    schema,
    save: async ({ currentPassword, password }) => {
      await data(sendPassword({ params: { id: userId }, body: { currentPassword, password } }))
      resetTo(blank)
      await ownSessionsChanged()
      toast(t('profile.passwordChanged'), t('profile.otherSessionsEnded'))
    },
  })
  return (
    <Card title={t('ui.password')}>
      <Form of={ref} onSubmit={() => void run(submit)}>
        <Entries mode="edit">
          <PasswordField label={t('profile.currentPassword')} required {...form.getInputProps('currentPassword')} />
          <span className="entry-gap" aria-hidden />
          <PasswordField label={t('profile.newPassword')} required isNew rules={rules} {...form.getInputProps('password')} />
          <PasswordField label={t('setup.repeat')} required isNew {...form.getInputProps('repeat')} />
        </Entries>
        <PasswordRules id={rules} password={form.values.password} />
        <div className="own-foot">
          <Button type="submit" data-busy={saving || undefined}>
            {t('profile.changePassword')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
