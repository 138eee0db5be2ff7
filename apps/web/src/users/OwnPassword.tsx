import { Button } from '@mantine/core'
import { users } from '@steading/contract/users'
import { useId } from 'react'
import { z } from 'zod'
import { data } from '../platform/api.ts'
import { useSignedIn } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { PasswordRules } from '../ui/form/PasswordRules.tsx'
import { repeated } from '../ui/form/repeated.ts'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Card } from '../ui/page/Card.tsx'
import { ownSessionsChanged } from './profile.queries.ts'
import { calls } from './users.queries.ts'
import './profile.css'
import { Form } from '../ui/form/Form.tsx'

const blank = { currentPassword: '', password: '', repeat: '' }
const schema = repeated({ ...users.password.body.shape, currentPassword: z.string().min(1).max(128) })

/** Another password, with the present one; every other session ends. */
export function OwnPassword() {
  const t = useText()
  const rules = useId()
  const { userId } = useSignedIn()
  const { act } = useAct()
  const { form, anew, submit, ref, saving } = useEditForm({
    initial: blank,
    schema,
    save: async ({ currentPassword, password }) => {
      await data(calls.password({ params: { id: userId }, body: { currentPassword, password } }))
      anew(blank)
      await ownSessionsChanged()
      toast(t('profile.passwordChanged'), t('profile.otherSessionsEnded'))
    },
  })
  return (
    <Card title={t('ui.password')}>
      <Form of={ref} onSubmit={() => void act(submit)}>
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
