import { Button } from '@mantine/core'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import type { UserDetails } from '@steading/contract/users/users'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { useText } from '../../platform/texts.tsx'
import { Face } from '../../ui/marks/Face.tsx'
import { AuditFoot } from '../../ui/page/AuditFoot.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Tabs } from '../../ui/page/head/Tabs.tsx'
import { useTab } from '../../ui/page/head/useTab.ts'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../../ui/state/Skeletons.tsx'
import { OwnNotifications } from './OwnNotifications.tsx'
import { OwnSecurity } from './OwnSecurity.tsx'
import { ownChanged, ownQuery } from './profile.queries.ts'
import { UserInfo } from '../details/UserInfo.tsx'

const OwnEdit = lazyComponent<{ of: UserDetails; head: (actions: ReactNode) => ReactNode; leave: () => void }>(
  () => import('./OwnEdit.tsx'),
)

/** What people may see of themselves, and change. */
export default function ProfilePage() {
  const t = useText()
  const { data: of, error, refetch } = useQuery(ownQuery)
  const [tab, open] = useTab(['details', 'notifications', 'security'])
  // What was begun stays as it was seen, whatever is fetched behind it.
  const [editing, edit] = useState<UserDetails>()
  if (!of)
    return error ? (
      <FailedPage back={{ href: to('/farmview'), label: t('nav.home') }} error={error} retry={() => void refetch()} />
    ) : (
      <SkeletonPage />
    )
  const tabs = [
    { key: 'details', name: t('ui.details') },
    { key: 'notifications', name: t('profile.notifications') },
    { key: 'security', name: t('profile.security') },
  ] as const
  const head = (actions: ReactNode) => (
    <PageHead
      title={of.displayName}
      mark={<Face name={of.displayName} picture={of.avatar?.imageBase64} large />}
      stacked
      meta={<span>{of.email}</span>}
      actions={actions}
    />
  )
  if (editing)
    return (
      <OwnEdit
        of={editing}
        head={head}
        leave={() => {
          edit(undefined)
          void ownChanged()
        }}
        waiting={<SkeletonPage />}
      />
    )
  const pencil = (
    <Button leftSection={<IconPencil size={17} aria-hidden />} onClick={() => edit(of)}>
      {t('ui.edit')}
    </Button>
  )
  return (
    <>
      {head(tab === 'details' ? pencil : undefined)}
      <Tabs label={t('nav.profile')} items={tabs} current={tab} onChange={open}>
        {tab === 'details' ? (
          <>
            <UserInfo key={of.version} of={of} />
            <AuditFoot
              created={{ by: of.createdBy?.shortName, at: of.creationTimestampUtc }}
              updated={{ by: of.lastUpdatedBy?.shortName, at: of.lastUpdateTimestampUtc }}
            />
          </>
        ) : tab === 'notifications' ? (
          <OwnNotifications />
        ) : (
          <OwnSecurity />
        )}
      </Tabs>
    </>
  )
}
