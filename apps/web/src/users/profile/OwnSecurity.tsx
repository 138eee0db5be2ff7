import { Button } from '@mantine/core'
import { useSignedIn } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { confirmDialog } from '../../ui/overlay/dialogs.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Card } from '../../ui/page/Card.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { removeOneself } from './profile.queries.ts'
import './profile.css'

/** Password, sessions, and the end of the account. */
export function OwnSecurity() {
  return (
    <>
      <OwnPassword />
      <OwnSessions />
      <OwnEnd />
    </>
  )
}

function OwnEnd() {
  const t = useText()
  const { userId, email } = useSignedIn()
  const { busy, run } = useAsyncAction()
  const remove = () =>
    run(async () => {
      const isSure = await confirmDialog({
        title: t('profile.deleteTitle', { email }),
        text: t('profile.deleteHint'),
        yes: t('profile.delete'),
        no: t('ui.cancel'),
        danger: true,
      })
      if (isSure) await removeOneself(userId, t)
    })
  return (
    <Card title={t('profile.account')}>
      <p className="dim">{t('profile.deleteHint')}</p>
      <div className="own-foot">
        <Button color="red" variant="outline" data-busy={busy || undefined} onClick={() => void remove()}>
          {t('profile.delete')}
        </Button>
      </div>
    </Card>
  )
}
