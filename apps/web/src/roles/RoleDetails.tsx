import type { RoleDetails as Details } from '@steading/contract/users/roles'
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { to } from '../platform/navigation/paths.ts'
import { writeSearch } from '../platform/navigation/search.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { Note } from '../ui/page/Note.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import PermissionsShown from './PermissionsShown.tsx'
import { RoleActions } from './RoleActions.tsx'
import { roleQuery, rolesChanged } from './roles.queries.ts'

const RoleEdit = lazyComponent<{ of: Details; head: (actions: ReactNode) => ReactNode; leave: () => void }>(
  () => import('./RoleEdit.tsx'),
)

/** Details page of a role, with its edit form. */
export default function RoleDetails() {
  const id = useParam('roleid')
  return <RoleView key={id} id={id} />
}

function RoleView({ id }: { id: string }) {
  const t = useText()
  const may = useMay()
  const { data: of, error, refetch } = useQuery(roleQuery(id))
  // The form keeps the version it was opened with, even if a newer one is fetched meanwhile.
  const [editing, edit] = useState<Details>()
  const back = { href: listHref('/system/roles'), label: t('nav.roles') }
  if (!of) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const head = (actions: ReactNode) => (
    <PageHead back={back} title={of.name} stacked meta={<RoleMeta of={of} />} actions={actions} />
  )
  if (editing)
    return (
      <RoleEdit
        of={editing}
        head={head}
        leave={() => {
          edit(undefined)
          void rolesChanged()
        }}
        waiting={<SkeletonPage />}
      />
    )
  return (
    <>
      {head(<RoleActions of={of} edit={() => edit(of)} />)}
      <div className="stack">
        {!of.editable && may('roles.update') && <Note>{t('role.fixed')}</Note>}
        <PermissionsShown of={of.permissions} />
      </div>
      <AuditFoot
        created={{ by: of.createdBy?.shortName, at: of.creationTimestampUtc }}
        updated={{ by: of.lastUpdatedBy?.shortName, at: of.lastUpdateTimestampUtc }}
      />
    </>
  )
}

function RoleMeta({ of }: { of: Details }) {
  const t = useText()
  const may = useMay()
  const people = t('role.users', { count: of.users })
  return (
    <>
      {!of.entity ? (
        <span>{t('role.above')}</span>
      ) : may('entities.read') ? (
        <Link href={to('/system/entities/{entityid}/details', { entityid: of.entity.id })}>{of.entity.displayName}</Link>
      ) : (
        <span>{of.entity.displayName}</span>
      )}
      {of.users > 0 && may('users.read') ? (
        <Link href={to('/system/users') + writeSearch({ roleId: of.id })}>{people}</Link>
      ) : (
        <span>{people}</span>
      )}
    </>
  )
}
