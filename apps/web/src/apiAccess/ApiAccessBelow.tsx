import { Button } from '@mantine/core'
import { apiAccess } from '@steading/contract/apiAccess/apiAccess'
import type { ApiAccess } from '@steading/contract/apiAccess/apiAccess'
import { missing } from '@steading/locales/format'
import { IconRefresh } from '@tabler/icons-react'
import { api, data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { to } from '../platform/navigation/paths.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { LazyPermissionsShown } from '../roles/index.ts'
import { Link } from '../ui/Link.tsx'
import { confirmDialog } from '../ui/overlay/dialogs.ts'
import { useAsyncAction } from '../ui/overlay/useAsyncAction.ts'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { When } from '../ui/page/time/Timestamp.tsx'
import { showSecret } from './showSecret.tsx'

const calls = api(apiAccess)

/** Below the fields of an API user: its key, its subscriptions, and its permissions one by one. */
export function ApiAccessBelow({ entry }: { entry: ApiAccess }) {
  return (
    <>
      <KeyCard entry={entry} />
      <SubscriptionsCard entry={entry} />
      <LazyPermissionsShown of={entry.scopes} />
    </>
  )
}

function SubscriptionsCard({ entry }: { entry: ApiAccess }) {
  const t = useText()
  return (
    <Card title={t('subscription.many')}>
      <div className="stack">
        <p className="dim">{t('subscription.noneHint')}</p>
        <p>
          <Link href={to('/system/api-access/{apiid}/subscriptions', { apiid: entry.id })}>{t('subscription.many')}</Link>
        </p>
      </div>
    </Card>
  )
}

function KeyCard({ entry }: { entry: ApiAccess }) {
  const sendRotate = useWrite(['apiAccess', 'rotateSecret'], calls.rotateSecret)
  const t = useText()
  const may = useMay()
  const { busy, run } = useAsyncAction()
  const rotate = async () => {
    const isSure = await confirmDialog({
      title: t('api.rotate'),
      text: t('api.rotateText'),
      yes: t('api.rotate'),
      no: t('ui.cancel'),
      danger: true,
    })
    if (!isSure) return
    const fresh = await data(sendRotate({ params: { id: entry.id } }))
    await queryClient.invalidateQueries({ queryKey: ['apiAccess'] })
    await showSecret(fresh, t)
  }
  return (
    <Card
      title={t('api.secret')}
      actions={
        entry.editable &&
        may('api.update') && (
          <Button
            variant="default"
            size="xs"
            loading={busy}
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void run(rotate)}
          >
            {t('api.rotate')}
          </Button>
        )
      }
    >
      <div className="stack">
        <p className="dim">{t('api.secretHint')}</p>
        <Fields
          items={[{ label: t('api.lastUsed'), value: entry.lastUsedUtc === null ? missing : <When at={entry.lastUsedUtc} /> }]}
        />
      </div>
    </Card>
  )
}
