import { Button } from '@mantine/core'
import type { Subscription } from '@steading/contract/apiAccess/subscriptions'
import type { Translate } from '@steading/locales/text'
import { IconDots, IconPlus, IconRss } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { type Column, DataList } from '../../ui/list/table/DataList.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useListState } from '../../ui/list/useListState.ts'
import { ActionMenu } from '../../ui/overlay/ActionMenu.tsx'
import type { MenuAction } from '../../ui/overlay/ActionMenu.tsx'
import { confirmDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Card } from '../../ui/page/Card.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { When } from '../../ui/page/time/Timestamp.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { useParam } from '../../ui/useParam.ts'
import DeliveryLog from './DeliveryLog.tsx'
import SubscriptionDialog from './SubscriptionDialog.tsx'
import { initialValues, toEditBody } from './subscriptionForm.ts'
import { apiUserQuery, calls, listSchema, subscriptionsChanged } from './subscriptions.queries.ts'
import { deliveryWords, SubscriptionStatusPill, typeWords } from './subscriptionWords.tsx'
import './subscriptions.css'

type Open = { readonly dialog: 'FORM'; readonly of?: Subscription } | { readonly dialog: 'LOG'; readonly of: Subscription }

/** Subscriptions of an API user: what it receives, how, and whether it arrives. */
export default function SubscriptionList() {
  const t = useText()
  const may = useMay()
  const apiId = useParam('apiid')
  const { data: user } = useQuery(apiUserQuery(apiId))
  const state = useListState(listSchema)
  const list = useList('subscriptions', { params: { apiId }, query: state.query }, (asked, signal) =>
    data(calls.search(asked, { signal })),
  )
  const [open, setOpen] = useState<Open>()
  const mayChange = may('api.update') && (user?.editable ?? false)
  const columns = useMemo(() => columnsOf(t, mayChange, setOpen), [t, mayChange])
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        back={{ href: to('/system/api-access/{apiid}/details', { apiid: apiId }), label: user?.displayName ?? t('api.user') }}
        title={t('subscription.many')}
        stacked
        actions={
          mayChange && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ dialog: 'FORM' })}>
              {t('subscription.new')}
            </Button>
          )
        }
      />
      <Card flush>
        <DataList
          label={t('subscription.many')}
          list={list}
          state={state}
          columns={columns}
          name={subscription => subscription.displayName}
          empty={
            <Empty icon={<IconRss size={30} stroke={1.4} />} title={t('subscription.none')}>
              {t('subscription.noneHint')}
            </Empty>
          }
        />
      </Card>
      {open?.dialog === 'FORM' && <SubscriptionDialog apiId={apiId} of={open.of} onClose={close} />}
      {open?.dialog === 'LOG' && <DeliveryLog of={open.of} maySend={mayChange} onClose={close} />}
    </>
  )
}

const columnsOf = (t: Translate, mayChange: boolean, open: (next: Open) => void): readonly Column<Subscription>[] => [
  {
    key: 'displayName',
    head: t('ui.name'),
    sort: 'displayName',
    card: 'title',
    cell: ({ displayName, url }) => (
      <span className="two">
        <span>{displayName}</span>
        {url !== null && <span className="subscription-url">{url}</span>}
      </span>
    ),
  },
  { key: 'type', head: t('subscription.type'), card: 'meta', cell: ({ type }) => t(typeWords[type]) },
  {
    key: 'delivery',
    head: t('subscription.delivery'),
    card: 'meta',
    wide: true,
    cell: ({ delivery }) => t(deliveryWords[delivery]),
  },
  { key: 'status', head: t('book.status'), card: 'meta', cell: subscription => <Status of={subscription} /> },
  {
    key: 'actions',
    hidden: t('list.actions'),
    right: true,
    card: 'end',
    cell: subscription => <Actions of={subscription} mayChange={mayChange} open={open} />,
  },
]

function Status({ of: { status, failingSinceUtc, nextAttemptUtc, lastError } }: { of: Subscription }) {
  const t = useText()
  return (
    <span className="subscription-status">
      <SubscriptionStatusPill status={status} failingSinceUtc={failingSinceUtc} />
      {failingSinceUtc !== null && (
        <span className="dim">
          {t('subscription.failing')} <When at={failingSinceUtc} />
        </span>
      )}
      {lastError !== null && (
        <span className="dim">
          {t('subscription.lastError')}: {lastError}
        </span>
      )}
      {status === 'ACTIVE' && nextAttemptUtc !== null && (
        <span className="dim">
          {t('subscription.nextAttempt')} <When at={nextAttemptUtc} />
        </span>
      )}
    </span>
  )
}

function Actions({ of, mayChange, open }: { of: Subscription; mayChange: boolean; open: (next: Open) => void }) {
  const t = useText()
  const sendEdit = useWrite(['subscriptions', 'edit'], calls.edit)
  const sendResume = useWrite(['subscriptions', 'resume'], calls.resume)
  const sendRemove = useWrite(['subscriptions', 'remove'], calls.remove)
  const { busy, run } = useAsyncAction()
  const params = { apiId: of.apiId, id: of.id }
  const then = (act: () => Promise<void>) => () =>
    void run(async () => {
      await act()
      await subscriptionsChanged()
    })
  const pause = then(async () => {
    await data(sendEdit({ params, body: { ...toEditBody(initialValues(of), of), status: 'PAUSED' } }))
  })
  const resume = then(async () => {
    await data(sendResume({ params }))
  })
  const remove = then(async () => {
    const isSure = await confirmDialog({
      title: t('subscription.delete', { name: of.displayName }),
      yes: t('ui.delete'),
      no: t('ui.cancel'),
      danger: true,
    })
    if (!isSure) return
    await data(sendRemove({ params }))
    toast(t('subscription.deleted'), of.displayName)
  })
  const actions: MenuAction[] = [
    ...(of.delivery === 'WEBHOOK' ? [{ key: 'log', label: t('subscription.log'), run: () => open({ dialog: 'LOG', of }) }] : []),
    ...(mayChange
      ? [
          { key: 'edit', label: t('ui.edit'), run: () => open({ dialog: 'FORM', of }) },
          of.status === 'ACTIVE'
            ? { key: 'pause', label: t('subscription.pause'), run: pause }
            : { key: 'resume', label: t('subscription.resume'), run: resume },
          { key: 'delete', label: t('ui.delete'), run: remove },
        ]
      : []),
  ]
  if (actions.length === 0) return null
  return (
    <ActionMenu
      label={`${t('list.actions')}: ${of.displayName}`}
      icon={<IconDots size={18} />}
      isIcon
      busy={busy}
      actions={actions}
    />
  )
}
