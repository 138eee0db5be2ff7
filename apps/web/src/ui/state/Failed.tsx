import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { explain } from '../../platform/api/failures.ts'
import { useText } from '../../platform/texts.tsx'
import './state.css'

/** One part failed: what, why, the request's id for whoever helps, and another try. The rest of the page stays. */
export function Failed({ what, error, retry }: { what: string; error: unknown; retry?: (() => void) | undefined }) {
  const t = useText()
  const { sentence, requestId } = explain(error, t)
  return (
    <output className="failed">
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <b>{what}</b> {sentence} {requestId && <span className="dim num">{t('failed.request', { id: requestId })}</span>}
      </div>
      {retry && (
        <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={retry}>
          {t('ui.retry')}
        </Button>
      )}
    </output>
  )
}
