import type { RoleDetails as Details } from '@steading/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { to } from '../app/index.ts'
import { writeSearch } from '../platform/search.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { Note } from '../ui/page/Note.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { PermissionsShown } from './PermissionsField.tsx'
import { RoleActions } from './RoleActions.tsx'
import { RoleEdit } from './RoleEdit.tsx'
import { roleQuery, rolesChanged } from './roles.queries.ts'

/** One role, seen and changed in the same place. */
export default function RoleDetails() {
  const id = useParam('roleid')
  return <One key={id} id={id} />
}

function One({ id }: { id: string }) {
  const t = useText()
  const may = useMay()
  const { data: of, error, refetch } = useQuery(roleQuery(id))
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [editing, edit] = useState<Details>()
  const back = { href: listHref('/system/roles'), label: t('nav.roles') }
  if (!of) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const head = (actions: ReactNode) => <PageHead back={back} title={of.name} stacked meta={<Meta of={of} />} actions={actions} />
  if (editing)
    return (
      <RoleEdit
        of={editing}
        head={head}
        leave={() => {
          edit(undefined)
          void rolesChanged()
        }}
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

function Meta({ of }: { of: Details }) {
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
