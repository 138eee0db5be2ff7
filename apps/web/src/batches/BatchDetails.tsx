import type { Batch } from '@steading/contract/batches'
import { age, dateTime } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PlaceLink } from '../entities/index.ts'
import { LazyBatchEvents, batchQuery } from '../events/index.ts'
import { useNow } from '../platform/clock.ts'
import { isGone } from '../platform/failures.ts'
import { pollEvery } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { later } from '../ui/later/later.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Tabs } from '../ui/page/Tabs.tsx'
import { useTab } from '../ui/page/useTab.ts'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage, Skeletons } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { BatchActions } from './BatchActions.tsx'
import { BatchState } from './BatchState.tsx'
import { batchesChanged } from './batches.queries.ts'

const BatchEdit = later<{ of: Batch; head: (actions: ReactNode) => ReactNode; leave: () => void }>(
  () => import('./BatchEdit.tsx'),
)

/** One batch: where and since when, and what has happened to it. */
export default function BatchDetails() {
  const id = useParam('batchId')
  return <One key={id} id={id} />
}

function One({ id }: { id: string }) {
  const t = useText()
  const {
    data: of,
    error,
    refetch,
  } = useQuery({
    ...batchQuery(id),
    // The live stream tells nothing of batches. What is gone does not come back: nobody asks for it any more.
    refetchInterval: ({ state }) => (isGone(state.error) ? false : pollEvery),
  })
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [editing, edit] = useState<Batch>()
  const back = { href: listHref('/production/batches'), label: t('batch.many') }
  if (!of || (isGone(error) && !editing))
    return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const head = (actions: ReactNode) => <PageHead back={back} title={of.code} meta={<Meta of={of} />} stacked actions={actions} />
  if (editing)
    return (
      <BatchEdit
        of={editing}
        head={head}
        leave={() => {
          edit(undefined)
          void batchesChanged()
        }}
        waiting={<SkeletonPage />}
      />
    )
  return (
    <div className="stack">
      {head(<BatchActions of={of} edit={() => edit(of)} leave={back.href} />)}
      <Parts of={of} />
      <AuditFoot
        created={{ by: of.createdBy?.shortName, at: of.creationTimestampUtc }}
        updated={{ by: of.lastUpdatedBy?.shortName, at: of.lastUpdateTimestampUtc }}
      />
    </div>
  )
}

/** Where, since when and until when, and how long that is. */
function Meta({ of: { entity, status, openDate, closeDate, timeZone: zone } }: { of: Batch }) {
  const t = useText()
  const now = useNow(60)
  return (
    <>
      <BatchState status={status} />
      <PlaceLink of={entity} />
      <span>
        {t('batch.openDate')} <b className="num">{dateTime(openDate, zone, t)}</b>
      </span>
      {closeDate !== null && (
        <span>
          {t('batch.closeDate')} <b className="num">{dateTime(closeDate, zone, t)}</b>
        </span>
      )}
      <span className="num">
        {closeDate === null
          ? t('batch.openFor', { age: age(openDate, now, t) })
          : t('batch.closedAfter', { age: age(openDate, closeDate, t) })}
      </span>
    </>
  )
}

function Parts({ of }: { of: Batch }) {
  const t = useText()
  const [tab, open] = useTab(['events'])
  return (
    <Tabs label={of.code} items={[{ key: 'events', name: t('nav.events') }]} current={tab} onChange={open}>
      <LazyBatchEvents batch={of} waiting={<Skeletons />} />
    </Tabs>
  )
}
