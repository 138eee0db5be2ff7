import type { Entity } from '@steading/contract/entities/entities'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { drillsTab } from '../../drills/index.ts'
import { escalationTab } from '../../escalation/index.ts'
import { protectionTab } from '../../protection/index.ts'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { Link } from '../../ui/Link.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { AuditFoot } from '../../ui/page/AuditFoot.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Tabs } from '../../ui/page/head/Tabs.tsx'
import { useTab } from '../../ui/page/head/useTab.ts'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage, Skeletons } from '../../ui/state/Skeletons.tsx'
import { useParam } from '../../ui/useParam.ts'
import { EntityActions } from './EntityActions.tsx'
import { EntityFrame } from '../tree/EntityFrame.tsx'
import { EntityInfo } from './EntityInfo.tsx'
import { entityQuery } from '../entities.queries.ts'
import { entitiesChanged } from '../pages.queries.ts'
import { EntityStatusPill, kindWord } from '../words.tsx'

const DefaultDashboard = lazyComponent<{ entity: Entity }>(() => import('./DefaultDashboard.tsx'))
const DefaultInterfaces = lazyComponent<{ entity: Entity }>(() => import('./DefaultInterfaces.tsx'))
const Drills = lazyComponent<{ of: Entity }>(drillsTab)
const Escalation = lazyComponent<{ of: Entity }>(escalationTab)
const Protection = lazyComponent<{ of: Entity }>(protectionTab)
const nothing = () => undefined

/** One entity: what is known of it, seen and changed in the same place. */
export default function EntityDetails() {
  const id = useParam('entityid')
  return (
    <EntityFrame current={id}>
      <EntityView key={id} id={id} />
    </EntityFrame>
  )
}

function EntityView({ id }: { id: string }) {
  const t = useText()
  const may = useMay()
  const { data: entity, error, refetch } = useQuery(entityQuery(id))
  // The form keeps the version it was opened with, even if a newer one is fetched meanwhile.
  const [editing, edit] = useState<Entity>()
  const [tab, open] = useTab(['info', 'defaults', 'escalation', 'drills', 'protection'])
  const tabs = [
    { key: 'info', name: t('entity.info') },
    ...(may('interfaces.read') ? [{ key: 'defaults', name: t('entity.defaults') } as const] : []),
    { key: 'escalation', name: t('alarm.escalation') },
    { key: 'drills', name: t('nav.drills') },
    { key: 'protection', name: t('protection.title') },
  ] as const
  const shown = tabs.find(item => item.key === tab)?.key ?? 'info'
  const back = { href: listHref('/system/entities'), label: t('nav.organization') }
  if (!entity) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const head = (actions: ReactNode) => <EntityHead entity={entity} back={back} actions={actions} />
  if (editing)
    return (
      <EntityInfo
        key="edit"
        entity={editing}
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
      {head(shown === 'info' ? <EntityActions entity={entity} edit={() => edit(entity)} /> : undefined)}
      <Tabs label={entity.displayName} items={tabs} current={shown} onChange={open}>
        {shown === 'info' ? (
          <>
            <EntityInfo key={entity.version} entity={entity} mode="view" head={nothing} leave={nothing} />
            <DefaultDashboard entity={entity} waiting={null} />
          </>
        ) : shown === 'escalation' ? (
          <Escalation of={entity} waiting={<Skeletons rows={6} />} />
        ) : shown === 'drills' ? (
          <Drills of={entity} waiting={<Skeletons rows={6} />} />
        ) : shown === 'protection' ? (
          <Protection of={entity} waiting={<Skeletons rows={8} />} />
        ) : (
          <DefaultInterfaces entity={entity} waiting={<Skeletons rows={6} />} />
        )}
      </Tabs>
      <AuditFoot
        created={{ by: entity.createdBy?.shortName, at: entity.creationTimestampUtc }}
        updated={{ by: entity.lastUpdatedBy?.shortName, at: entity.lastUpdateTimestampUtc }}
      />
    </>
  )
}

function EntityHead({ entity, back, actions }: { entity: Entity; back: { href: string; label: string }; actions: ReactNode }) {
  const t = useText()
  const kind = t(kindWord(entity.type, entity.parent?.type))
  return (
    <PageHead
      back={back}
      title={entity.displayName}
      stacked
      meta={
        <>
          <EntityStatusPill status={entity.status} />
          <span>{entity.code ? `${kind} · ${entity.code}` : kind}</span>
          {entity.parent && (
            <Link href={to('/system/entities/{entityid}/details', { entityid: entity.parent.id })}>{entity.parent.name}</Link>
          )}
        </>
      }
      actions={actions}
    />
  )
}
