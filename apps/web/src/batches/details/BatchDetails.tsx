import type { BatchDetails as Batch } from '@steading/contract/production/batches'
import { localAge } from '@steading/locales/format'
import { speciesName } from '@steading/locales/production'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PlaceLink } from '../../entities/index.ts'
import { useNow } from '../../platform/page/clock.ts'
import { isGone } from '../../platform/api/failures.ts'
import { pollEvery } from '../../platform/api/queries.ts'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { AuditFoot } from '../../ui/page/AuditFoot.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Tabs } from '../../ui/page/head/Tabs.tsx'
import { useTab } from '../../ui/page/head/useTab.ts'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage, Skeletons } from '../../ui/state/Skeletons.tsx'
import { useParam } from '../../ui/useParam.ts'
import { BatchActions } from './BatchActions.tsx'
import { BatchState } from '../BatchState.tsx'
import { batchQuery } from '../batch.queries.ts'
import { batchesChanged } from '../batches.queries.ts'
import { batchTabs } from '../tabs.ts'

const BatchEdit = lazyComponent<{ of: Batch; head: (actions: ReactNode) => ReactNode; leave: () => void }>(
  () => import('../form/BatchEdit.tsx'),
)

/** One batch: where and since when, and what has happened to it. */
export default function BatchDetails() {
  const id = useParam('batchId')
  return <BatchView key={id} id={id} />
}

function BatchView({ id }: { id: string }) {
  const t = useText()
  const {
    data: of,
    error,
    refetch,
  } = useQuery({
    ...batchQuery(id),
    // Its age rises without a change that the live stream announces. What is gone does not come back: nobody asks for it any more.
    refetchInterval: ({ state }) => (isGone(state.error) ? false : pollEvery),
  })
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [editing, edit] = useState<Batch>()
  const back = { href: listHref('/production/batches'), label: t('batch.many') }
  if (!of || (isGone(error) && !editing))
    return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const head = (actions: ReactNode) => (
    <PageHead back={back} title={of.code} meta={<BatchMeta of={of} />} stacked actions={actions} />
  )
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
      <BatchTabs of={of} />
      <AuditFoot
        created={{ by: of.createdBy?.shortName, at: of.creationTimestampUtc }}
        updated={{ by: of.lastUpdatedBy?.shortName, at: of.lastUpdateTimestampUtc }}
      />
    </div>
  )
}

/** Of which animals, where, and for how long. */
function BatchMeta({ of: { complexCode, entity, species, genetics, status, openDate, closeDate, timeZone } }: { of: Batch }) {
  const t = useText()
  const now = useNow(60)
  return (
    <>
      <BatchState status={status} opened={{ openDate, timeZone }} />
      <span className="num">{complexCode}</span>
      <span>{[speciesName(species.value, t), genetics?.displayName].filter(Boolean).join(' · ')}</span>
      <PlaceLink entity={entity} />
      <span className="num">
        {closeDate === null
          ? t('batch.openFor', { age: localAge(openDate, now, timeZone, t) })
          : t('batch.closedAfter', { age: localAge(openDate, closeDate, timeZone, t) })}
      </span>
    </>
  )
}

function BatchTabs({ of }: { of: Batch }) {
  const t = useText()
  const tabs = batchTabs(of)
  const [current, open] = useTab(tabs.map(({ key }) => key) as [string, ...string[]]) // safe: the app registers at least one
  const View = tabs.find(({ key }) => key === current)?.view
  return (
    <Tabs label={of.code} items={tabs.map(({ key, label }) => ({ key, name: t(label) }))} current={current} onChange={open}>
      {View && <View batch={of} waiting={<Skeletons />} />}
    </Tabs>
  )
}
