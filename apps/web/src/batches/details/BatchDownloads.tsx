import type { Batch } from '@steading/contract/production/batches'
import { icarSpecies } from '@steading/contract/production/icar'
import { reports } from '@steading/contract/reports/reports'
import { IconDownload } from '@tabler/icons-react'
import { api, data } from '../../platform/api/api.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { download } from '../../ui/list/export/download.ts'
import { ActionMenu, type MenuAction } from '../../ui/overlay/ActionMenu.tsx'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { chooseJsonFile, exportIcar, importIcar } from './icarImport.ts'

const calls = api(reports)
const DOCUMENTS = [
  { key: 'summary', label: 'report.downloadPdf', fetch: (id: string) => data(calls.batchSummary({ params: { id } })) },
  { key: 'raw', label: 'report.downloadRaw', fetch: (id: string) => data(calls.batchRaw({ params: { id } })) },
  { key: 'analytics', label: 'report.downloadAnalytics', fetch: (id: string) => data(calls.batchAnalytics({ params: { id } })) },
] as const

/** The documents about a batch, as files that the server names; of a species that ICAR knows its events, out and in. */
export function BatchDownloads({ batch }: { batch: Batch }) {
  const t = useText()
  const may = useMay()
  const { busy: saving, run: runSave } = useAsyncAction(t('export.failed'))
  const { busy: importing, run: runImport } = useAsyncAction(t('icar.importFailed'))
  const save = (fetch: (id: string) => Promise<{ readonly name: string; readonly content: Blob }>) =>
    runSave(async () => {
      const { name, content } = await fetch(batch.id)
      download(name, content)
    })
  const choose = () =>
    runImport(async () => {
      const file = await chooseJsonFile()
      if (file) await importIcar(batch.id, file, t)
    })
  const isKnown = icarSpecies(batch.species.value) !== null
  const actions: MenuAction[] = DOCUMENTS.map(({ key, label, fetch }) => ({ key, label: t(label), run: () => void save(fetch) }))
  if (isKnown && may('batches.transactions.read'))
    actions.push({ key: 'icarExport', label: t('icar.export'), run: () => void save(exportIcar) })
  if (isKnown && batch.status === 'OPEN' && may('batches.transactions.create'))
    actions.push({ key: 'icarImport', label: t('icar.import'), run: () => void choose() })
  return (
    <ActionMenu
      label={t('report.downloads')}
      icon={<IconDownload size={16} aria-hidden />}
      busy={saving || importing}
      actions={actions}
    />
  )
}
