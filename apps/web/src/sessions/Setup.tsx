import { TextInput } from '@mantine/core'
import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { to } from '../app/index.ts'
import { CallFailed } from '../platform/api.ts'
import { brand } from '../platform/brand.ts'
import { useSession } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { focusFirstInvalid } from '../ui/form/focus.ts'
import { problems } from '../ui/form/problems.ts'
import { Link, useGo } from '../ui/Link.tsx'
import { EmailEntry, Enter, PasswordEntry, Refusal } from './entries.tsx'
import { Entrance } from './Entrance.tsx'
import { EntranceFoot } from './EntranceFoot.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import { SetupForm, setUp } from './sessions.queries.ts'

const blank = { setupCode: '', displayName: '', email: '', password: '' }

/** The first administrator of a new platform, with the one-time code that its first start printed. */
export default function SetupPage() {
  const t = useText()
  const go = useGo()
  const here = useSession()
  const rules = useId()
  const form = useRef<HTMLFormElement>(null)
  const [values, type] = useState({ ...blank, repeat: '' })
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (here) go(to('/farmview'), { replace: true })
  }, [here, go])

  const entry = (name: keyof typeof values) => ({
    value: values[name],
    error: wrong[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      type({ ...values, [name]: event.currentTarget.value })
      setWrong({ ...wrong, [name]: '' })
    },
  })
  const show = (found: Readonly<Record<string, string>>) => {
    setWrong(found)
    focusFirstInvalid(form.current)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const { repeat, ...asked } = values
    const found = {
      ...problems(SetupForm, asked, t),
      ...(repeat !== asked.password && { repeat: t('setup.differ') }),
    }
    if (Object.keys(found).length > 0) return show(found)
    setBusy(true)
    setFailed(undefined)
    try {
      await setUp(asked)
    } catch (error) {
      const fields = error instanceof CallFailed ? (error.failure?.fields ?? []) : []
      if (fields.length > 0) show(Object.fromEntries(fields.map(({ field, message }) => [field.replace(/^body\./, ''), message])))
      else setFailed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Entrance of={brand} foot={<EntranceFoot />}>
      <form ref={form} className="login-form setup-form" onSubmit={event => void submit(event)} noValidate>
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
        <PasswordEntry {...entry('password')} label={t('ui.password')} isNew rules={rules} />
        <PasswordRules id={rules} password={values.password} />
        <PasswordEntry {...entry('repeat')} label={t('setup.repeat')} isNew />
        <Enter word={t('setup.do')} busy={busy} />
        <Link href={to('/login')} className="setup-login">
          {t('setup.toLogin')}
        </Link>
      </form>
    </Entrance>
  )
}
