import { ActionIcon } from '@mantine/core'
import { csv, csvTime } from '@steading/locales/csv'
import { IconFileSpreadsheet, IconPhotoDown, IconZoomReset } from '@tabler/icons-react'
import { useZone } from '../../platform/session.ts'
import { useText } from '../../platform/texts.tsx'
import { download } from '../list/download.ts'
import { useAct } from '../overlay/useAct.ts'
import type { Drawing } from './Chart.tsx'
import { readInk } from './ink.ts'
import type { LegendItem } from './Legend.tsx'
import type { Pane } from './lines.ts'
import { chartPicture, pictureScale } from './picture.ts'
import { chartTable } from './table.ts'
import './chart.css'

/** What can be done with a chart: back to its whole range, save it as a picture or as a table. */
export function ChartTools({
  title,
  panes,
  words,
  items,
  drawing,
  reset,
}: {
  title: string
  panes: readonly Pane[]
  /** Its time range in words. */
  words: string | undefined
  items: readonly LegendItem[]
  drawing: Drawing | undefined
  reset: (() => void) | undefined
}) {
  const t = useText()
  const zone = useZone()
  const { act } = useAct(t('export.failed'))
  const savePicture = async () => {
    if (!drawing) return
    const picture = chartPicture(drawing.copy(pictureScale), { title, range: words ?? '', items, ink: readInk() })
    download(`${title}.png`, await picture)
  }
  const saveTable = () =>
    download(
      `${title}.csv`,
      csv(
        chartTable(panes, t('reading.time'), at => csvTime(at, zone, t), t),
        t,
      ),
    )
  return (
    <div className="chart-tools">
      {reset && (
        <ActionIcon aria-label={t('chart.zoomReset')} title={t('chart.zoomReset')} onClick={reset}>
          <IconZoomReset size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon aria-label={t('chart.savePicture')} title={t('chart.savePicture')} onClick={() => void act(savePicture)}>
        <IconPhotoDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('chart.saveTable')} title={t('chart.saveTable')} onClick={saveTable}>
        <IconFileSpreadsheet size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
