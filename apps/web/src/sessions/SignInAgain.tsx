import { Button, TextInput } from '@mantine/core'
import { Credentials, type Session } from '@steading/contract/sessions'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { queryClient } from '../platform/queries.ts'
import { session } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { problems } from '../ui/form/problems.ts'
import { Enter, Refusal } from './entries.tsx'
import './sessions.css'
import './signInAgain.css'
import { signIn } from './sessions.queries.ts'
import { useEntrance } from './useEntrance.ts'

const schema = Credentials.pick({ password: true })

/**
 * Over all of a page whose session has ended with entries that are not saved: nobody sees the page, and its entries are there
 * again once their person is. The browser's own dialog, so that it lies above the windows that are open.
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
    // What lies below was not told anything meanwhile.
    return () => void queryClient.invalidateQueries()
  }, [ref])
  // The Escape key closes nothing here. Browsers insist at the second stroke, unless the key itself is taken; what gets closed
  // all the same, as by the gesture of going back, is opened again.
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
