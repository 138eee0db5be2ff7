import { users } from '@steading/contract/users'
import { IconMailFast } from '@tabler/icons-react'
import { useState } from 'react'
import { to } from '../app/index.ts'
import { brand } from '../platform/brand.ts'
import { useText } from '../platform/texts.tsx'
import { problems } from '../ui/form/problems.ts'
import { Link } from '../ui/Link.tsx'
import { EmailEntry, Enter, Refusal } from './entries.tsx'
import { Entrance } from './Entrance.tsx'
import { EntranceFoot } from './EntranceFoot.tsx'
import { askForCode } from './sessions.queries.ts'
import { Told } from './Told.tsx'
import { useEntrance } from './useEntrance.ts'
import { useNoSession } from './useNoSession.ts'

/** Asks for a code by mail. Whether the address is known is told to nobody. */
export default function ForgotPasswordPage() {
  const t = useText()
  const [sentTo, setSentTo] = useState<string>()
  const { ref, entry, submit, busy, failed } = useEntrance({
    blank: { email: '' },
    check: asked => problems(users.passwordReset.body, asked, t),
    send: async asked => {
      await askForCode(asked.email)
      setSentTo(asked.email)
    },
  })
  useNoSession()

  const toLogin = (
    <Link href={to('/login')} className="login-other">
      {t('forgot.toLogin')}
    </Link>
  )
  return (
    <Entrance of={brand} foot={<EntranceFoot />}>
      {sentTo === undefined ? (
        <form ref={ref} className="login-form" onSubmit={submit} noValidate>
          <h1>{t('forgot.title')}</h1>
          <p>{t('forgot.lead')}</p>
          {failed !== undefined && <Refusal error={failed} />}
          <EmailEntry {...entry('email')} />
          <Enter word={t('forgot.do')} busy={busy} />
          {toLogin}
        </form>
      ) : (
        <Told
          icon={<IconMailFast size={40} stroke={1.3} />}
          title={t('forgot.sent')}
          hint={t('forgot.sentHint', { email: sentTo })}
        >
          {toLogin}
        </Told>
      )}
    </Entrance>
  )
}
