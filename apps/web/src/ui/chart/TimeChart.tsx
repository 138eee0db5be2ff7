import { number } from '@steading/locales/format'
import { useCallback, useState } from 'react'
import { useZone } from '../../platform/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Chart, type Place } from './Chart.tsx'
import { type Handle, Handles } from './Handles.tsx'
import { Legend } from './Legend.tsx'
import { type Line, type Pane, said, timeOption } from './lines.ts'

const lastOf = (line: Line) => line.values.findLast(value => value !== null) ?? null

/** Lines over time with their legend and last values; what it shows is said in a sentence for those who cannot see it. */
export function TimeChart({
  title,
  panes,
  range,
  handles,
}: {
  title: string
  /** Keep it the same object while the data are the same. */
  panes: readonly Pane[]
  range?: readonly [from: number, to: number]
  /** Lines across that can be moved. */
  handles?: readonly Handle[]
}) {
  const t = useText()
  const [place, setPlace] = useState<Place>()
  const onDrawn = useCallback((now: Place) => setPlace(() => now), [])
  const zone = useZone()
  const option = useCallback((ink: (token: string) => string) => timeOption(ink, panes, zone, range), [panes, zone, range])
  const lines = panes.flatMap(pane => pane.lines.filter(line => !line.unlisted).map(line => ({ line, pane })))
  const limits = panes.flatMap(pane => pane.limits ?? []).map(limit => limit.words)
  const values = lines.map(({ line, pane }) => `${line.name} ${said(pane, lastOf(line))}`)
  const sentence = [
    t('chart.lines', { title, names: lines.map(({ line }) => line.name).join(', '), values: values.join(', ') }),
    ...limits,
    ...new Set(lines.flatMap(({ line }) => line.notes ?? []).filter(note => note !== undefined)),
  ]
  const empty = lines.every(({ line }) => line.values.every(value => value === null))
  return (
    <figure className="time-chart">
      <Legend
        items={lines.map(({ line, pane }) => ({
          name: line.name,
          series: line.series,
          dashed: line.dashed === true || line.series > 4,
          value: pane.states ? said(pane, lastOf(line)) : number(lastOf(line), pane.decimals),
          unit: pane.unit,
        }))}
      />
      {empty ? (
        <p className="chart-empty">{t('chart.noData')}</p>
      ) : handles ? (
        <div className="chart-held">
          <Chart option={option} label={sentence.join('. ')} onDrawn={onDrawn} />
          {place && <Handles handles={handles} place={place} />}
        </div>
      ) : (
        <Chart option={option} label={sentence.join('. ')} />
      )}
    </figure>
  )
}
