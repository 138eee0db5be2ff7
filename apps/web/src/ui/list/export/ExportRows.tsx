import type { Page } from '@steading/contract/http/paging'
import { csv } from '@steading/locales/csv'
import { date } from '@steading/locales/format'
import { clock } from '../../../platform/page/clock.ts'
import { useZone } from '../../../platform/session/session.ts'
import { useText } from '../../../platform/texts.tsx'
import { alertDialog } from '../../overlay/dialogs.ts'
import { download } from './download.ts'
import { everyPage } from './fetchAllPages.ts'
import { ExportButton, type Progress } from './ExportButton.tsx'

/** Everything that the filters leave, page by page, as a file that is named after the list and the day. */
export function ExportRows<T extends { readonly id: string }>({
  name,
  fetch,
  cells,
  most,
  size,
}: {
  name: string
  /** The most rows of the file, and the rows of one page; those of most lists, unless given. */
  most?: number
  size?: number
  fetch: (paging: { readonly currentPage: number; readonly itemsPerPage: number }) => Promise<Page<T>>
  /** Rows of the file, its head first. */
  cells: (rows: readonly T[]) => Parameters<typeof csv>[0]
}) {
  const t = useText()
  const zone = useZone()
  const save = async (progress: Progress) => {
    const { rows, total } = await everyPage(fetch, progress, most, size)
    const day = date(clock.now(), zone, t).split('-').toReversed().join('-')
    download(`${name} ${day}.csv`, csv(cells(rows), t))
    if (rows.length < total)
      await alertDialog({ title: t('export.cutTitle'), text: t('export.cut', { rows: rows.length, total }), yes: t('ui.close') })
  }
  return <ExportButton save={save} />
}
