import type { Interface } from '@steading/contract/devices/interfaces'
import { useMemo, useState } from 'react'
import { useNow } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { gridOf, hasHistory } from './history.ts'
import { HistoryChart } from './HistoryChart.tsx'
import { type HistoryRange, historyWindow } from './range.ts'
import { RangePicker } from './RangePicker.tsx'
import { ReadingsTable } from './ReadingsTable.tsx'
import '../interfaces.css'

/** The readings of one interface over a period: as a chart, where numbers or states can be drawn, and as a table. */
export function History({ interface: iface }: { interface: Interface }) {
  const t = useText()
  const [range, setRange] = useState<HistoryRange>({ hours: 24 })
  const now = useNow(gridOf('hours' in range ? range.hours : 24))
  const window = useMemo(() => historyWindow(range, now), [range, now])
  const picker = <RangePicker range={range} onRange={setRange} />
  return (
    <>
      {hasHistory(iface) && (
        <Card className="interface-chart-card" title={t('interface.history')} actions={picker}>
          <HistoryChart interface={iface} window={window} now={now} onRange={setRange} />
        </Card>
      )}
      <ReadingsTable interface={iface} window={window} picker={hasHistory(iface) ? undefined : picker} />
    </>
  )
}
