import { users } from '@steading/contract/users/users'
import { IconMailFast } from '@tabler/icons-react'
import { useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { brand } from '../../platform/page/brand.ts'
import { useText } from '../../platform/texts.tsx'
import { problems } from '../../ui/form/edit/fieldErrors.ts'
import { Link } from '../../ui/Link.tsx'
import { EmailEntry, Enter, Refusal } from '../login/entranceFields.tsx'
import { Entrance } from '../login/EntranceLayout.tsx'
import { EntranceFoot } from '../login/EntranceFoot.tsx'
import { askForCode } from '../account.queries.ts'
import { ResultBox } from '../login/ResultBox.tsx'
import { useEntrance } from '../login/useEntranceForm.ts'
import { useNoSession } from '../login/useRedirectSignedIn.ts'

/** Requests a reset code by e-mail. The answer does not tell whether the address is known. */
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
        <ResultBox
          icon={<IconMailFast size={40} stroke={1.3} />}
          title={t('forgot.sent')}
          hint={t('forgot.sentHint', { email: sentTo })}
        >
          {toLogin}
        </ResultBox>
      )}
    </Entrance>
  )
}
