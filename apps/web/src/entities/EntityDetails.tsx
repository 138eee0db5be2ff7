import type { Entity } from '@steading/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { to } from '../app/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { drillsTab } from '../drills/index.ts'
import { escalationTab } from '../escalation/index.ts'
import { later } from '../ui/later/later.tsx'
import { Link } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Tabs } from '../ui/page/Tabs.tsx'
import { useTab } from '../ui/page/useTab.ts'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage, Skeletons } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { EntityActions } from './EntityActions.tsx'
import { EntityFrame } from './EntityFrame.tsx'
import { EntityInfo } from './EntityInfo.tsx'
import { entityQuery } from './entities.queries.ts'
import { entitiesChanged } from './pages.queries.ts'
import { EntityStatusPill, kindWord } from './words.tsx'

const DefaultInterfaces = later<{ of: Entity }>(() => import('./DefaultInterfaces.tsx'))
const Drills = later<{ of: Entity }>(drillsTab)
const Escalation = later<{ of: Entity }>(escalationTab)
const nothing = () => undefined

/** One entity: what is known of it, seen and changed in the same place. */
export default function EntityDetails() {
  const id = useParam('entityid')
  return (
    <EntityFrame current={id}>
      <Shown key={id} id={id} />
    </EntityFrame>
  )
}

function Shown({ id }: { id: string }) {
  const t = useText()
  const may = useMay()
  const { data: of, error, refetch } = useQuery(entityQuery(id))
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [editing, edit] = useState<Entity>()
  const [tab, open] = useTab(['info', 'defaults', 'escalation', 'drills'])
  const tabs = [
    { key: 'info', name: t('entity.info') },
    ...(may('interfaces.read') ? [{ key: 'defaults', name: t('entity.defaults') } as const] : []),
    { key: 'escalation', name: t('alarm.escalation') },
    { key: 'drills', name: t('nav.drills') },
  ] as const
  const shown = tabs.find(one => one.key === tab)?.key ?? 'info'
  const back = { href: listHref('/system/entities'), label: t('nav.organization') }
  if (!of) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const head = (actions: ReactNode) => <Head of={of} back={back} actions={actions} />
  if (editing)
    return (
      <EntityInfo
        key="edit"
        of={editing}
        mode="edit"
        head={head}
        leave={() => {
          edit(undefined)
          void entitiesChanged()
        }}
      />
    )
  return (
    <>
      {head(shown === 'info' ? <EntityActions of={of} edit={() => edit(of)} /> : undefined)}
      <Tabs label={of.displayName} items={tabs} current={shown} onChange={open}>
        {shown === 'info' ? (
          <EntityInfo key={of.version} of={of} mode="view" head={nothing} leave={nothing} />
        ) : shown === 'escalation' ? (
          <Escalation of={of} waiting={<Skeletons rows={6} />} />
        ) : shown === 'drills' ? (
          <Drills of={of} waiting={<Skeletons rows={6} />} />
        ) : (
          <DefaultInterfaces of={of} waiting={<Skeletons rows={6} />} />
        )}
      </Tabs>
      <AuditFoot
        created={{ by: of.createdBy?.shortName, at: of.creationTimestampUtc }}
        updated={{ by: of.lastUpdatedBy?.shortName, at: of.lastUpdateTimestampUtc }}
      />
    </>
  )
}

function Head({ of, back, actions }: { of: Entity; back: { href: string; label: string }; actions: ReactNode }) {
  const t = useText()
  const kind = t(kindWord(of.type, of.parent?.type))
  return (
    <PageHead
      back={back}
      title={of.displayName}
      stacked
      meta={
        <>
          <EntityStatusPill status={of.status} />
          <span>{of.code ? `${kind} · ${of.code}` : kind}</span>
          {of.parent && (
            <Link href={to('/system/entities/{entityid}/details', { entityid: of.parent.id })}>{of.parent.name}</Link>
          )}
        </>
      }
      actions={actions}
    />
  )
}
