import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { to } from '../app/index.ts'
import { usePollEvery } from '../platform/live.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { pathQuery } from './heartbeat.queries.ts'
import { isTold } from './missing.ts'
import './heartbeat.css'

/** Until somebody would hear that the platform itself has failed, whoever may mend it reads so above every page. */
export default function PathBanner() {
  const t = useText()
  const { data: path } = useQuery({ ...pathQuery, refetchInterval: usePollEvery() })
  if (!path || !isTold(path)) return null
  return (
    <output className="path-banner">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        <b>{t('heartbeat.banner')}</b> <Link href={to('/system/heartbeat')}>{t('heartbeat.bannerLink')}</Link>
      </span>
    </output>
  )
}
