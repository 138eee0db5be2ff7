import { useSignedIn } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Tabs } from '../ui/page/Tabs.tsx'
import { useTab } from '../ui/page/useTab.ts'
import { OwnNotifications } from './OwnNotifications.tsx'
import { OwnSecurity } from './OwnSecurity.tsx'

/** What people may do with themselves. */
export default function ProfilePage() {
  const t = useText()
  const { displayName, email } = useSignedIn()
  const [tab, open] = useTab(['notifications', 'security'])
  const tabs = [
    { key: 'notifications', name: t('profile.notifications') },
    { key: 'security', name: t('profile.security') },
  ] as const
  return (
    <>
      <PageHead title={displayName} meta={<span>{email}</span>} />
      <Tabs label={t('nav.profile')} items={tabs} current={tab} onChange={open}>
        {tab === 'notifications' ? <OwnNotifications /> : <OwnSecurity />}
      </Tabs>
    </>
  )
}
