import { Button, TextInput } from '@mantine/core'
import { Credentials, type Session } from '@steading/contract/users/sessions'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { queryClient } from '../../platform/api/queries.ts'
import { session } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { PasswordField } from '../../ui/form/fields/PasswordField.tsx'
import { problems } from '../../ui/form/edit/fieldErrors.ts'
import { Enter, Refusal } from '../login/entranceFields.tsx'
import '../sessions.css'
import './signInAgain.css'
import { signIn } from '../sessions.queries.ts'
import { useEntrance } from '../login/useEntranceForm.ts'

const schema = Credentials.pick({ password: true })

/**
 * Login dialog that covers a page with unsaved changes after its session ended. After the same user signs in again, the changes
 * are still there. A native dialog, because the top layer lies above open modals.
 */
export default function SignInAgain({ of }: { of: Session }) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const { ref, values, type, entry, submit, busy, failed } = useEntrance({
    blank: { password: '' },
    check: asked => problems(schema, asked, t),
    send: async ({ password }) => void (await signIn({ email: of.email, password })),
    onFailure: () => {
      type({ ...values, password: '' })
      ref.current?.querySelector<HTMLElement>('[type="password"]')?.focus()
    },
  })
  useEffect(() => {
    dialog.current?.showModal()
    ref.current?.querySelector<HTMLElement>('[type="password"]')?.focus()
    // The page below missed all changes meanwhile.
    return () => void queryClient.invalidateQueries()
  }, [ref])
  // Escape must not close the dialog. Browsers close it at the second press unless the key event is prevented. If it is closed in
  // another way, such as the back gesture, it opens again.
  const stay = (event: SyntheticEvent) => event.preventDefault()
  return (
    <dialog
      ref={dialog}
      className="sign-in-again"
      aria-labelledby="sign-in-again"
      onCancel={stay}
      onKeyDown={event => event.key === 'Escape' && stay(event)}
      onClose={() => dialog.current?.showModal()}
    >
      <form ref={ref} className="login-form" onSubmit={submit} noValidate>
        <h1 id="sign-in-again">{t('ui.signIn')}</h1>
        {failed ? <Refusal error={failed} /> : <output className="login-note">{t('login.entriesKept')}</output>}
        <TextInput label={t('login.email')} size="md" value={of.email} readOnly autoComplete="username" />
        <PasswordField {...entry('password')} size="md" label={t('ui.password')} />
        <Enter word={t('ui.signIn')} busy={busy} />
        <Button variant="default" size="md" fullWidth onClick={() => session.end(false)}>
          {t('ui.discard')}
        </Button>
      </form>
    </dialog>
  )
}
