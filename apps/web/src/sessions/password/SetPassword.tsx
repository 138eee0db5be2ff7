import { Account } from '@steading/contract/users/users'
import { Button } from '@mantine/core'
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { CallFailed } from '../../platform/api/api.ts'
import { brand } from '../../platform/page/brand.ts'
import { useText } from '../../platform/texts.tsx'
import { problems } from '../../ui/form/edit/fieldErrors.ts'
import { repeated } from '../../ui/form/password/repeatedPassword.ts'
import { Link, useGo } from '../../ui/Link.tsx'
import { Enter, Refusal } from '../login/entranceFields.tsx'
import { Entrance } from '../login/EntranceLayout.tsx'
import { EntranceFoot } from '../login/EntranceFoot.tsx'
import { NewPassword } from './NewPassword.tsx'
import { activatedQuery, setPassword } from '../account.queries.ts'
import { ResultBox } from '../login/ResultBox.tsx'
import { useEntrance } from '../login/useEntranceForm.ts'
import type { Purpose } from './purpose.ts'

const schema = repeated(Account.pick({ password: true }).shape)

/** Sets the password with a mailed code: activation of an account, or reset. */
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
  // The code is not a field of the form: an invalid one is shown above it, with a link to request another.
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

/** Only the login is left to do. */
function ToLogin({ title, hint }: { title: string; hint: string }) {
  const t = useText()
  const go = useGo()
  return (
    <ResultBox icon={<IconCircleCheck size={40} stroke={1.3} />} title={title} hint={hint}>
      <Button size="md" fullWidth rightSection={<IconArrowRight size={17} aria-hidden />} onClick={() => go(to('/login'))}>
        {t('ui.signIn')}
      </Button>
    </ResultBox>
  )
}
