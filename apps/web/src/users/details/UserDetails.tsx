import type { UserDetails as Person } from '@steading/contract/users/users'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { Face } from '../../ui/marks/Face.tsx'
import { AuditFoot } from '../../ui/page/AuditFoot.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../../ui/state/Skeletons.tsx'
import { useParam } from '../../ui/useParam.ts'
import { UserActions } from './UserActions.tsx'
import { UserInfo } from './UserInfo.tsx'
import { userQuery, usersChanged } from '../users.queries.ts'
import { PersonState } from '../list/userStatus.tsx'

const UserEdit = lazyComponent<{ of: Person; head: (actions: ReactNode) => ReactNode; leave: () => void }>(
  () => import('../form/UserEdit.tsx'),
)

/** One person, seen and changed in the same place. */
export default function UserDetails() {
  const id = useParam('userid')
  return <UserView key={id} id={id} />
}

function UserView({ id }: { id: string }) {
  const t = useText()
  const may = useMay()
  const { data: of, error, refetch } = useQuery(userQuery(id))
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [editing, edit] = useState<Person>()
  const back = { href: listHref('/system/users'), label: t('nav.users') }
  if (!of) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const head = (actions: ReactNode) => (
    <PageHead
      back={back}
      title={of.displayName}
      mark={<Face name={of.displayName} picture={of.avatar?.imageBase64} large />}
      stacked
      meta={
        <>
          <PersonState of={of} />
          <span>{of.role.name}</span>
          {may('entities.read') ? (
            <Link href={to('/system/entities/{entityid}/details', { entityid: of.rootEntity.id })}>
              {of.rootEntity.displayName}
            </Link>
          ) : (
            <span>{of.rootEntity.displayName}</span>
          )}
        </>
      }
      actions={actions}
    />
  )
  if (editing)
    return (
      <UserEdit
        of={editing}
        head={head}
        leave={() => {
          edit(undefined)
          void usersChanged()
        }}
        waiting={<SkeletonPage />}
      />
    )
  return (
    <>
      {head(<UserActions of={of} edit={() => edit(of)} />)}
      <div className="stack">
        {!of.editable && may('users.update') && <Note>{t('user.fixed')}</Note>}
        <UserInfo key={of.version} of={of} />
      </div>
      <AuditFoot
        created={{ by: of.createdBy?.shortName, at: of.creationTimestampUtc }}
        updated={{ by: of.lastUpdatedBy?.shortName, at: of.lastUpdateTimestampUtc }}
      />
    </>
  )
}
