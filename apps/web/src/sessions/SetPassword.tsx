import { Account } from '@steading/contract/users'
import { Button } from '@mantine/core'
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { to } from '../app/index.ts'
import { CallFailed } from '../platform/api.ts'
import { brand } from '../platform/brand.ts'
import { useText } from '../platform/texts.tsx'
import { problems } from '../ui/form/problems.ts'
import { repeated } from '../ui/form/repeated.ts'
import { Link, useGo } from '../ui/Link.tsx'
import { Enter, Refusal } from './entries.tsx'
import { Entrance } from './Entrance.tsx'
import { EntranceFoot } from './EntranceFoot.tsx'
import { NewPassword } from './NewPassword.tsx'
import { activatedQuery, setPassword } from './sessions.queries.ts'
import { Told } from './Told.tsx'
import { useEntrance } from './useEntrance.ts'

/** What a mailed code is for. */
export type Purpose = 'activation' | 'reset'

const schema = repeated(Account.pick({ password: true }).shape)

/** A password, set with the code of a mailed address: of a new account, or anew. */
export function SetPassword({ userId, code, purpose }: { userId: string; code: string; purpose: Purpose }) {
  const t = useText()
  const [done, setDone] = useState(false)
  const isNew = purpose === 'activation'
  const { data: activated = false } = useQuery({ ...activatedQuery(userId), enabled: isNew && !done })
  const { ref, values, entry, submit, busy, failed } = useEntrance({
    blank: { password: '', repeat: '' },
    check: asked => problems(schema, asked, t),
    send: async ({ password }) => {
      await setPassword({ userId, code, purpose, password })
      setDone(true)
    },
  })
  // The code is no entry of this form: that it does not hold is told above it, with the way to another one.
  const spent = failed instanceof CallFailed && failed.failure?.fields?.some(({ field }) => field.endsWith('activationCode'))

  const page = (content: ReactNode) => (
    <Entrance of={brand} foot={<EntranceFoot />}>
      {content}
    </Entrance>
  )
  if (done) return page(<ToLogin title={t('account.done')} hint={t('account.doneHint')} />)
  if (activated) return page(<ToLogin title={t('account.active')} hint={t('account.activeHint')} />)
  return page(
    <form ref={ref} className="login-form setup-form" onSubmit={submit} noValidate>
      <h1>{t(isNew ? 'account.welcome' : 'account.reset', { product: brand.title })}</h1>
      <p>{t(isNew ? 'account.welcomeHint' : 'account.resetHint')}</p>
      {spent ? (
        <p className="login-note bad" role="alert">
          <span>
            {t('account.spent')}{' '}
            {isNew ? t('account.spentNew') : <Link href={to('/forgot_password')}>{t('account.another')}</Link>}
          </span>
        </p>
      ) : (
        failed !== undefined && <Refusal error={failed} />
      )}
      <NewPassword entry={entry} password={values.password} />
      <Enter word={t('account.do')} busy={busy} />
    </form>,
  )
}

/** There is nothing more to do here but to sign in. */
function ToLogin({ title, hint }: { title: string; hint: string }) {
  const t = useText()
  const go = useGo()
  return (
    <Told icon={<IconCircleCheck size={40} stroke={1.3} />} title={title} hint={hint}>
      <Button size="md" fullWidth rightSection={<IconArrowRight size={17} aria-hidden />} onClick={() => go(to('/login'))}>
        {t('ui.signIn')}
      </Button>
    </Told>
  )
}
