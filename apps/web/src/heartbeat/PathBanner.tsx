import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { to } from '../platform/navigation/paths.ts'
import { usePollEvery } from '../live/index.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { pathQuery } from './heartbeat.queries.ts'
import { isAlertDelivered } from './missing.ts'
import './heartbeat.css'

/** Until somebody would hear that the platform itself has failed, whoever may mend it reads so above every page. */
export default function PathBanner() {
  const t = useText()
  const { data: path } = useQuery({ ...pathQuery, refetchInterval: usePollEvery() })
  if (!path || !isAlertDelivered(path)) return null
  return (
    <output className="path-banner">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        <b>{t('heartbeat.banner')}</b> <Link href={to('/system/heartbeat')}>{t('heartbeat.bannerLink')}</Link>
      </span>
    </output>
  )
}
