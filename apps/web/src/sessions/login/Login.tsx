import { Credentials } from '@steading/contract/users/sessions'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { Unreachable } from '../../platform/api/api.ts'
import { brand } from '../../platform/page/brand.ts'
import { parseSearch } from '../../platform/navigation/search.ts'
import { sessionEnded, useSession } from '../../platform/session/session.ts'
import { useStore } from '../../platform/store.ts'
import { useLanguage, useText } from '../../platform/texts.tsx'
import type { Brand } from '../../theme/brand.ts'
import { PasswordField } from '../../ui/form/fields/PasswordField.tsx'
import { problems } from '../../ui/form/edit/fieldErrors.ts'
import { Link, useGo } from '../../ui/Link.tsx'
import { setupNeededQuery, signIn } from '../sessions.queries.ts'
import { EmailEntry, Enter, Refusal } from './entranceFields.tsx'
import { Entrance } from './EntranceLayout.tsx'
import { EntranceFoot } from './EntranceFoot.tsx'
import { useEntrance } from './useEntranceForm.ts'

/** Target after the login: the page that required it, never another site. */
function nextPath(searchStr: string): string {
  const { next } = parseSearch(searchStr)
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? next : '/farmview'
}

/** Login page: errors at their field; a notice if the session has ended. */
export function Login({ of }: { of: Brand }) {
  const t = useText()
  const go = useGo()
  const { adopt } = useLanguage()
  const ended = useStore(sessionEnded)
  const session = useSession()
  const { data: isNew = false } = useQuery(setupNeededQuery)
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  const { ref, values, type, entry, submit, busy, failed } = useEntrance({
    blank: { email: '', password: '' },
    check: asked => problems(Credentials, asked, t),
    send: async asked => adopt(await signIn(asked)),
    onFailure: error => {
      if (!(error instanceof Unreachable)) type({ ...values, password: '' })
      ref.current?.querySelector<HTMLElement>('[type="password"]')?.focus()
    },
  })

  useEffect(() => {
    // While the next page loads, the URL is that of the next page: its search has no `next`.
    if (session && pathname === to('/login')) go(nextPath(searchStr), { replace: true })
  }, [session, go, pathname, searchStr])

  return (
    <Entrance of={of} foot={<EntranceFoot />}>
      <form ref={ref} className="login-form" onSubmit={submit} noValidate>
        <h1>{t('ui.signIn')}</h1>
        {failed ? <Refusal error={failed} /> : ended && <output className="login-note">{t('state.sessionExpired')}</output>}
        <EmailEntry {...entry('email')} />
        <PasswordField {...entry('password')} size="md" label={t('ui.password')} />
        <Enter word={t('ui.signIn')} busy={busy} />
        <Link href={to('/forgot_password')} className="login-other">
          {t('login.forgot')}
        </Link>
        {isNew && (
          <Link href={to('/setup')} className="login-other">
            {t('login.toSetup', { product: of.title })}
          </Link>
        )}
      </form>
    </Entrance>
  )
}

export default function LoginPage() {
  return <Login of={brand} />
}
