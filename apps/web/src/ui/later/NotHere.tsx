import { Button } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { Note } from '../page/Note.tsx'
import { PageHead } from '../page/PageHead.tsx'
import { Empty } from '../state/Empty.tsx'
import '../overlay/overlay.css'
import type { Extent } from './later.tsx'

/**
 * A part that is not here: without a connection it comes by itself; with one (`again`) it may be tried again, and where the
 * server has a newer version only the page's reload brings it.
 */
export function NotHere({ extent, again }: { extent: Extent; again?: () => void }) {
  const t = useText()
  const title = t(again ? 'later.failed' : 'later.offline')
  const hint = t(again ? 'later.failedHint' : 'later.offlineHint')
  const actions = again && (
    <>
      <Button size="xs" variant="default" onClick={again}>
        {t('ui.retry')}
      </Button>
      <Button size="xs" variant="default" onClick={() => location.reload()}>
        {t('later.reload')}
      </Button>
    </>
  )
  if (extent === 'page')
    return (
      <>
        <PageHead title={again ? t('failed.page') : t('ui.offline')} />
        <div className="card">
          <Empty icon={<IconWifiOff size={30} stroke={1.4} />} title={title} action={actions}>
            {hint}
          </Empty>
        </div>
      </>
    )
  const words = (
    <>
      <b>{title}</b> {hint} {actions}
    </>
  )
  if (extent === 'place') return <Note>{words}</Note>
  return (
    <output className="toasts">
      <div className="toast wait">
        <IconWifiOff size={18} aria-hidden />
        <div>{words}</div>
      </div>
    </output>
  )
}
