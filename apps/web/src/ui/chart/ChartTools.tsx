import { ActionIcon } from '@mantine/core'
import { csv } from '@steading/locales/csv'
import { IconFileSpreadsheet, IconPhotoDown, IconZoomReset } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { download } from '../list/export/download.ts'
import { useAsyncAction } from '../overlay/useAsyncAction.ts'
import type { ChartAxis } from './draw/axis.ts'
import type { Drawing } from './draw/Chart.tsx'
import { readInk } from './draw/ink.ts'
import type { LegendItem } from './Legend.tsx'
import type { Pane } from './draw/lines.ts'
import { chartPicture, pictureScale } from './export/chartImage.ts'
import { chartTable } from './export/chartTable.ts'
import './chart.css'

/** What can be done with a chart: back to its whole range, save it as a picture or as a table. */
export function ChartTools({
  title,
  panes,
  axis,
  words,
  items,
  drawing,
  reset,
}: {
  title: string
  panes: readonly Pane[]
  axis: ChartAxis
  /** Its range in words. */
  words: string | undefined
  items: readonly LegendItem[]
  drawing: Drawing | undefined
  reset: (() => void) | undefined
}) {
  const t = useText()
  const { run } = useAsyncAction(t('export.failed'))
  const savePicture = async () => {
    if (!drawing) return
    const picture = chartPicture(drawing.copy(pictureScale), { title, range: words ?? '', items, ink: readInk() })
    download(`${title}.png`, await picture)
  }
  const saveTable = () => download(`${title}.csv`, csv(chartTable(panes, axis.name, axis.cell, t), t))
  return (
    <div className="chart-tools">
      {reset && (
        <ActionIcon aria-label={t('chart.zoomReset')} title={t('chart.zoomReset')} onClick={reset}>
          <IconZoomReset size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon aria-label={t('chart.savePicture')} title={t('chart.savePicture')} onClick={() => void run(savePicture)}>
        <IconPhotoDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('chart.saveTable')} title={t('chart.saveTable')} onClick={saveTable}>
        <IconFileSpreadsheet size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
