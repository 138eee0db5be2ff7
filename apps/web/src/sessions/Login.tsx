import { Credentials } from '@steading/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { to } from '../app/index.ts'
import { Unreachable } from '../platform/api.ts'
import { brand } from '../platform/brand.ts'
import { parseSearch } from '../platform/search.ts'
import { sessionEnded, useSession } from '../platform/session.ts'
import { useStore } from '../platform/store.ts'
import { useLanguage, useText } from '../platform/texts.tsx'
import type { Brand } from '../theme/brands.ts'
import { focusFirstInvalid } from '../ui/form/focus.ts'
import { problems } from '../ui/form/problems.ts'
import { Link, useGo } from '../ui/Link.tsx'
import { setupNeededQuery, signIn } from './sessions.queries.ts'
import { EmailEntry, Enter, PasswordEntry, Refusal } from './entries.tsx'
import { Entrance } from './Entrance.tsx'
import { EntranceFoot } from './EntranceFoot.tsx'

/** Where to go after signing in: the page that asked for it, and never another site. */
function wanted(searchStr: string): string {
  const { next } = parseSearch(searchStr)
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? next : '/farmview'
}

/** The login: what is wrong stands where it is wrong; a session that ended says so. */
export function Login({ of }: { of: Brand }) {
  const t = useText()
  const go = useGo()
  const { adopt } = useLanguage()
  const ended = useStore(sessionEnded)
  const here = useSession()
  const { data: isNew = false } = useQuery(setupNeededQuery)
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  const form = useRef<HTMLFormElement>(null)
  const [failed, setFailed] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [values, type] = useState({ email: '', password: '' })
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const entry = (name: 'email' | 'password') => ({
    value: values[name],
    error: wrong[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      type({ ...values, [name]: event.currentTarget.value })
      setWrong({ ...wrong, [name]: '' })
    },
  })

  useEffect(() => {
    // While the next page is on its way, the address is no longer this one's: what it asks for is not `next`.
    if (here && pathname === to('/login')) go(wanted(searchStr), { replace: true })
  }, [here, go, pathname, searchStr])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = problems(Credentials, values, t)
    setWrong(found)
    if (Object.keys(found).length > 0) return focusFirstInvalid(form.current)
    setBusy(true)
    setFailed(undefined)
    try {
      adopt(await signIn(values))
    } catch (error) {
      setFailed(error)
      if (!(error instanceof Unreachable)) type({ ...values, password: '' })
      form.current?.querySelector<HTMLElement>('[type="password"]')?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Entrance of={of} foot={<EntranceFoot />}>
      <form ref={form} className="login-form" onSubmit={event => void submit(event)} noValidate>
        <h1>{t('ui.signIn')}</h1>
        {failed ? <Refusal error={failed} /> : ended && <output className="login-note">{t('state.sessionExpired')}</output>}
        <EmailEntry {...entry('email')} />
        <PasswordEntry {...entry('password')} label={t('ui.password')} />
        <Enter word={t('ui.signIn')} busy={busy} />
        {isNew && (
          <Link href={to('/setup')} className="setup-login">
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
