import { MAX_POINTS } from '@steading/contract/devices/readings'
import { number } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { chartSeries, drawnScale } from '../../readings/index.ts'
import { useText } from '../../platform/texts.tsx'
import { ChartTools } from '../../ui/chart/ChartTools.tsx'
import { valueAxis } from '../../ui/chart/draw/axis.ts'
import { Chart, type Drawing } from '../../ui/chart/draw/Chart.tsx'
import type { Ink } from '../../ui/chart/draw/ink.ts'
import { type Pane, chartOption } from '../../ui/chart/draw/lines.ts'
import { scaleOf } from '../../ui/chart/draw/scale.ts'
import { lineNames, placeOf } from '../interfaceNames.ts'
import { Absent } from '../MissingWidget.tsx'
import { QueryWidget } from '../QueryWidget.tsx'
import { seriesEnd } from '../source/seriesEnd.ts'
import { useSource } from '../source/useSource.ts'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import { equationText } from './equationText.ts'
import { LEAST_PAIRS, type Pair, type Regression, leastSquares, pairsOf } from './regression.ts'
import './regressionChart.css'

/** One of the two measures. */
interface Measure {
  readonly name: string
  readonly unit: string
  readonly decimals: number
}

/** REGRESSION_CHART: one interface against another one, in buckets of equal time. */
export default function RegressionChartView({ configs, data }: WidgetProps<'REGRESSION_CHART'>) {
  const { x: xId, y: yId, title, hours: ownHours, resolution } = configs
  const { interfaces, now, hours = ownHours } = data
  const t = useText()
  const source = useSource()
  const ids = useMemo(() => [xId, yId], [xId, yId])
  const series = useQuery(source.series({ interfaceIds: ids, hours, to: seriesEnd(now, hours), points: MAX_POINTS, resolution }))
  const x = interfaces.get(xId)
  const y = interfaces.get(yId)
  const pairs = useMemo(() => {
    const ofX = series.data?.get(xId)
    const ofY = series.data?.get(yId)
    return x && y && ofX && ofY ? pairsOf(chartSeries(x, ofX), chartSeries(y, ofY)) : []
  }, [series.data, x, y, xId, yId])
  if (!x || !y) return <Absent name={title} />
  const names = lineNames(ids, interfaces)
  const measureOf = (item: typeof x): Measure => ({ name: names.get(item.id) ?? item.displayName, ...drawnScale(item) })
  const [across, up] = [measureOf(x), measureOf(y)]
  const name = title || t('widget.regressionChart.name', { x: across.name, y: up.name })
  const line = leastSquares(pairs)
  return (
    <QueryWidget name={name} query={series}>
      {() => (
        <Widget name={name} place={placeOf(ids, data)}>
          {line ? (
            <Scatter name={name} pairs={pairs} line={line} x={across} y={up} />
          ) : (
            <WidgetNote>
              {pairs.length < LEAST_PAIRS
                ? t('widget.regressionChart.tooFew', { count: pairs.length, least: LEAST_PAIRS })
                : t('widget.regressionChart.flat', { name: across.name })}
            </WidgetNote>
          )}
        </Widget>
      )}
    </QueryWidget>
  )
}

function Scatter({
  name,
  pairs,
  line,
  x,
  y,
}: {
  name: string
  pairs: readonly Pair[]
  line: Regression
  x: Measure
  y: Measure
}) {
  const t = useText()
  const [drawing, setDrawing] = useState<Drawing>()
  const { name: xName, unit: xUnit, decimals: xDecimals } = x
  const { name: yName, unit: yUnit, decimals: yDecimals } = y
  const extent = useMemo(() => {
    const { min, max } = scaleOf(pairs.map(pair => pair.x))
    return [min, max] as const
  }, [pairs])
  const axis = useMemo(
    () => valueAxis(xName, { unit: xUnit, decimals: xDecimals }, extent, t),
    [xName, xUnit, xDecimals, extent, t],
  )
  const panes = useMemo((): readonly Pane[] => {
    const ends = [pairs[0]?.x ?? 0, pairs.at(-1)?.x ?? 0]
    return [
      {
        unit: yUnit,
        decimals: yDecimals,
        lines: [
          { name: yName, times: pairs.map(pair => pair.x), values: pairs.map(pair => pair.y), series: 1, shape: 'points' },
          {
            name: t('widget.regressionChart.line'),
            times: ends,
            values: ends.map(at => line.slope * at + line.intercept),
            series: 2,
            subject: false,
          },
        ],
      },
    ]
  }, [pairs, line, yName, yUnit, yDecimals, t])
  const option = useCallback((ink: Ink) => chartOption(ink, panes, axis, t, extent), [panes, axis, t, extent])
  const equation = equationText(line, t)
  const r2 = number(line.r2, t, 2)
  const count = t('widget.regressionChart.pairs', { count: pairs.length })
  return (
    <figure className="time-chart regression">
      <div className="chart-head">
        <p className="regression-facts">
          <b className="num">{equation}</b>
          <span className="num">R² {r2}</span>
          <span className="dim num">{count}</span>
        </p>
        <ChartTools
          title={name}
          panes={panes}
          axis={axis}
          words={extent.map(axis.words).join(' – ')}
          items={[{ name: equation, series: 2, value: r2, unit: 'R²' }]}
          drawing={drawing}
          reset={undefined}
        />
      </div>
      <span className="regression-axis">{withUnit(yName, yUnit)}</span>
      <div className="chart-held">
        <Chart
          option={option}
          label={t('widget.regressionChart.sentence', { title: name, pairs: count, equation, r2 })}
          onDrawn={setDrawing}
        />
      </div>
      <span className="regression-axis end">{withUnit(xName, xUnit)}</span>
    </figure>
  )
}

const withUnit = (name: string, unit: string) => (unit ? `${name} (${unit})` : name)
