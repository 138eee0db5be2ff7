import type { Entity } from '@steading/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { to } from '../app/index.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { EntityActions } from './EntityActions.tsx'
import { EntityFrame } from './EntityFrame.tsx'
import { EntityInfo } from './EntityInfo.tsx'
import { entityQuery } from './entities.queries.ts'
import { entitiesChanged } from './pages.queries.ts'
import { EntityStatusPill, kindWord } from './words.tsx'

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
  const { data: of, error, refetch } = useQuery(entityQuery(id))
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [editing, edit] = useState<Entity>()
  const back = { href: listHref('/system/entities'), label: t('entity.many') }
  if (!of) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const head = (actions: React.ReactNode) => <Head of={of} back={back} actions={actions} />
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
      <EntityInfo
        key={of.version}
        of={of}
        mode="view"
        head={head}
        actions={<EntityActions of={of} edit={() => edit(of)} />}
        leave={() => undefined}
      />
      <AuditFoot
        created={{ by: of.createdBy?.shortName, at: of.creationTimestampUtc }}
        updated={{ by: of.lastUpdatedBy?.shortName, at: of.lastUpdateTimestampUtc }}
      />
    </>
  )
}

function Head({ of, back, actions }: { of: Entity; back: { href: string; label: string }; actions: React.ReactNode }) {
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
