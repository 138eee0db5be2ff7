import { Button } from '@mantine/core'
import type { Delivery, Subscription } from '@steading/contract/apiAccess/subscriptions'
import { dateTime } from '@steading/locales/format'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Pager } from '../../ui/list/table/Pager.tsx'
import { useList } from '../../ui/list/useList.ts'
import { Modal } from '../../ui/overlay/Modal.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { calls, logSchema, subscriptionsChanged } from './subscriptions.queries.ts'
import { DeliveryStatusPill } from './subscriptionWords.tsx'
import './subscriptions.css'

/** How often the log is asked for while it is open, ms. */
const EVERY = 5_000

/** What was sent to the receiver of a webhook in the last 7 days, the newest first. */
export default function DeliveryLog({
  of: { apiId, id, displayName },
  maySend,
  onClose,
}: {
  of: Subscription
  maySend: boolean
  onClose: () => void
}) {
  const t = useText()
  const [query, ask] = useState(logSchema.parse({}))
  const { page, error, retry } = useList(
    `subscriptions.deliveries.${id}`,
    query,
    (asked, signal) => data(calls.deliveries({ params: { apiId, id }, query: asked }, { signal })),
    EVERY,
  )
  return (
    <Modal title={t('subscription.log')} under={displayName} size={640} closable onClose={onClose}>
      {!page ? (
        error ? (
          <Failed what={t('failed.list')} error={error} retry={retry} />
        ) : (
          <Skeletons rows={4} />
        )
      ) : page.totalElements === 0 ? (
        <p className="dim">{t('subscription.log.none')}</p>
      ) : (
        <>
          <ul className="delivery-log">
            {page.content.map(delivery => (
              <Entry key={delivery.id} of={delivery} params={{ apiId, id }} maySend={maySend} />
            ))}
          </ul>
          <Pager
            page={page}
            onPage={currentPage => ask({ ...query, currentPage })}
            onSize={itemsPerPage => ask({ ...query, itemsPerPage, currentPage: 0 })}
          />
        </>
      )}
    </Modal>
  )
}

function Entry({
  of,
  params,
  maySend,
}: {
  of: Delivery
  params: { readonly apiId: string; readonly id: string }
  maySend: boolean
}) {
  const t = useText()
  const zone = useZone()
  const sendResend = useWrite(['subscriptions', 'resend'], calls.resend)
  const { busy, run } = useAsyncAction()
  const resend = async () => {
    await data(sendResend({ params: { ...params, deliveryId: of.id } }))
    await subscriptionsChanged()
    toast(t('subscription.resent'))
  }
  const at = dateTime(of.createdUtc, zone, t)
  const answer = of.error ?? (of.responseStatus === null ? undefined : `HTTP ${of.responseStatus}`)
  const about = [
    t('subscription.log.items', { count: of.itemCount }),
    t('subscription.log.attempts', { count: of.attempts }),
    ...(answer === undefined ? [] : [answer]),
  ]
  return (
    <li>
      <span className="two">
        <span className="num">{at}</span>
        <span>{about.join(' · ')}</span>
      </span>
      <DeliveryStatusPill status={of.status} />
      {maySend && (
        <Button
          variant="default"
          size="xs"
          data-busy={busy || undefined}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void run(resend)}
        >
          {t('subscription.resend')}
          <span className="vh"> {at}</span>
        </Button>
      )}
    </li>
  )
}
