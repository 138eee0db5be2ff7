import { TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { brand } from '../../platform/page/brand.ts'
import { useSession } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { problems } from '../../ui/form/edit/fieldErrors.ts'
import { repeated } from '../../ui/form/password/repeatedPassword.ts'
import { Link, useGo } from '../../ui/Link.tsx'
import { EmailEntry, Enter, Refusal } from '../login/entranceFields.tsx'
import { Entrance } from '../login/EntranceLayout.tsx'
import { EntranceFoot } from '../login/EntranceFoot.tsx'
import { NewPassword } from './NewPassword.tsx'
import { SetupForm, setUp } from '../sessions.queries.ts'
import { useEntrance } from '../login/useEntranceForm.ts'

const schema = repeated(SetupForm.shape)

/** Creates the first administrator with the one-time code that the first start printed. */
export default function SetupPage() {
  const t = useText()
  const go = useGo()
  const session = useSession()
  const { ref, values, entry, submit, busy, failed } = useEntrance({
    blank: { setupCode: '', displayName: '', email: '', password: '', repeat: '' },
    check: asked => problems(schema, asked, t),
    send: ({ setupCode, displayName, email, password }) => setUp({ setupCode, displayName, email, password }),
  })

  useEffect(() => {
    if (session) go(to('/farmview'), { replace: true })
  }, [session, go])

  return (
    <Entrance of={brand} foot={<EntranceFoot />}>
      <form ref={ref} className="login-form setup-form" onSubmit={submit} noValidate>
        <h1>{t('setup.title', { product: brand.title })}</h1>
        <p>{t('setup.lead')}</p>
        {failed !== undefined && <Refusal error={failed} />}
        <TextInput
          {...entry('setupCode')}
          size="md"
          label={t('setup.code')}
          description={t('setup.codeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput {...entry('displayName')} size="md" label={t('setup.name')} autoComplete="name" />
        <EmailEntry {...entry('email')} />
        <NewPassword entry={entry} password={values.password} />
        <Enter word={t('setup.do')} busy={busy} />
        <Link href={to('/login')} className="login-other">
          {t('setup.toLogin')}
        </Link>
      </form>
    </Entrance>
  )
}
