import { number } from '@steading/locales/format'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import type { ChartAxis } from './draw/axis.ts'
import { Chart, type Drawing } from './draw/Chart.tsx'
import { ChartTools } from './ChartTools.tsx'
import { type Handle, Handles } from './Handles.tsx'
import { Legend, type LegendItem } from './Legend.tsx'
import { type Line, type Pane, chartOption, valueText } from './draw/lines.ts'
import { ZoomArea } from './ZoomArea.tsx'
import { cutPanes, type TimeRange } from './zoom.ts'

const lastOf = (line: Line) => line.values.findLast(value => value !== null) ?? null

/** Who decides which part of the time axis is shown, where that is not the chart itself. */
export interface ZoomOwner {
  /** The farthest that the wheel zooms out. */
  readonly outer: TimeRange
  readonly onZoom: (range: TimeRange) => void
}

/**
 * Lines over time or age with their legend and last values; a sentence says what it shows for those who cannot see it. A drag or the
 * wheel zooms: within the points at hand, or by its `owner`, who may fetch finer ones. It can be saved as a picture and as a table.
 */
export function LineChart({
  title,
  panes,
  axis,
  range,
  handles,
  owner,
}: {
  title: string
  /** Keep it the same object while the data are the same. */
  panes: readonly Pane[]
  /** Keep it the same object, too. */
  axis: ChartAxis
  range?: TimeRange
  /** Lines across that can be moved. */
  handles?: readonly Handle[]
  owner?: ZoomOwner | undefined
}) {
  const t = useText()
  const [drawing, setDrawing] = useState<Drawing>()
  const [zoomed, setZoomed] = useState<TimeRange>()
  const shown = zoomed ?? range
  const seen = useMemo(() => (zoomed ? cutPanes(panes, zoomed) : panes), [panes, zoomed])
  const option = useCallback((ink: (token: string) => string) => chartOption(ink, seen, axis, t, shown), [seen, axis, t, shown])
  const lines = panes.flatMap(pane => pane.lines.filter(line => !line.unlisted).map(line => ({ line, pane })))
  const limits = panes.flatMap(pane => pane.limits ?? []).map(limit => limit.words)
  const values = lines.map(({ line, pane }) => `${line.name} ${valueText(pane, lastOf(line), t)}`)
  const sentence = [
    t('chart.lines', { title, names: lines.map(({ line }) => line.name).join(', '), values: values.join(', ') }),
    ...limits,
    ...new Set(lines.flatMap(({ line }) => line.notes ?? []).filter(note => note !== undefined)),
  ]
  const empty = lines.every(({ line }) => line.values.every(value => value === null))
  const items = lines.map(({ line, pane }): LegendItem => ({
    name: line.name,
    series: line.series,
    dashed: line.dashed === true,
    value: pane.states ? valueText(pane, lastOf(line), t) : number(lastOf(line), t, pane.decimals),
    unit: pane.unit,
  }))
  const chart = (
    <>
      <Chart option={option} label={sentence.join('. ')} onDrawn={setDrawing} />
      {handles && drawing && <Handles handles={handles} place={drawing.place} />}
    </>
  )
  return (
    <figure className="time-chart">
      <div className="chart-head">
        <Legend items={items} />
        {!empty && (
          <ChartTools
            title={title}
            panes={seen}
            axis={axis}
            words={shown && shown.map(axis.words).join(' – ')}
            items={items}
            drawing={drawing}
            reset={zoomed && (() => setZoomed(undefined))}
          />
        )}
      </div>
      <PlotArea
        empty={empty}
        noData={t('chart.noData')}
        range={shown}
        outer={owner?.outer ?? range}
        drawing={drawing}
        onZoom={owner?.onZoom ?? setZoomed}
      >
        {chart}
      </PlotArea>
    </figure>
  )
}

function PlotArea({
  empty,
  noData,
  range,
  outer,
  drawing,
  onZoom,
  children,
}: {
  empty: boolean
  noData: string
  range: TimeRange | undefined
  outer: TimeRange | undefined
  drawing: Drawing | undefined
  onZoom: (range: TimeRange) => void
  children: ReactNode
}) {
  if (empty) return <p className="chart-empty">{noData}</p>
  if (!range || !outer) return <div className="chart-held">{children}</div>
  return (
    <ZoomArea range={range} outer={outer} edges={drawing} onZoom={onZoom}>
      {children}
    </ZoomArea>
  )
}
