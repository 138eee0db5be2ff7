import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import { download } from '../ui/list/download.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { type AuditQuery, exportAudit } from './audit.queries.ts'

/** Everything that the filters leave, as a file. */
export function ExportAudit({ query }: { query: AuditQuery }) {
  const t = useText()
  const { busy, act } = useAct(t('export.failed'))
  const save = () =>
    act(async () => {
      const { name, content } = await exportAudit(query)
      download(name, content)
    })
  return (
    <Button
      variant="default"
      className="phone-hide"
      leftSection={<IconDownload size={16} aria-hidden />}
      data-busy={busy || undefined}
      aria-disabled={busy}
      onClick={() => void save()}
    >
      {t('ui.export')}
    </Button>
  )
}
