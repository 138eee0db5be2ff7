import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { useAsyncAction } from '../../overlay/useAsyncAction.ts'
import './export.css'

export type Progress = (done: number, total: number) => void

/** Makes a file of a list and hands it to the person; says how far it is, where `save` tells. */
export function ExportButton({ save }: { save: (progress: Progress) => Promise<void> }) {
  const t = useText()
  const { busy, run: act } = useAsyncAction(t('export.failed'))
  const [reached, reach] = useState<{ done: number; total: number }>()
  const run = () => act(() => save((done, total) => reach({ done, total }))).finally(() => reach(undefined))
  return (
    <Button
      variant="default"
      className="export"
      leftSection={<IconDownload size={16} aria-hidden />}
      data-busy={busy || undefined}
      aria-disabled={busy}
      onClick={() => void run()}
    >
      <span className="num">{busy && reached ? t('ui.progress', reached) : t('ui.export')}</span>
    </Button>
  )
}
