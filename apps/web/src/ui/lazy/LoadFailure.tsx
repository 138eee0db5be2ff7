import { Button } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { Note } from '../page/Note.tsx'
import { PageHead } from '../page/head/PageHead.tsx'
import { Empty } from '../state/Empty.tsx'
import '../overlay/overlay.css'
import type { Extent } from './extent.ts'

/**
 * Message in place of a lazy component that is not loaded. Offline it loads by itself. Otherwise the user may retry (`retry`),
 * or reload the page if the server has a newer version.
 */
export function LoadFailure({ extent, retry }: { extent: Extent; retry?: () => void }) {
  const t = useText()
  const title = t(retry ? 'later.failed' : 'later.offline')
  const hint = t(retry ? 'later.failedHint' : 'later.offlineHint')
  const actions = retry && (
    <>
      <Button size="xs" variant="default" onClick={retry}>
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
        <PageHead title={retry ? t('failed.page') : t('ui.offline')} />
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
