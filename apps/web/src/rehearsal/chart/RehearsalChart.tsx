import type { Interface } from '@steading/contract/devices/interfaces'
import type { Rehearsed } from '@steading/contract/rules/rehearsal'
import { exactQuantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { seriesQuery } from '../../interfaces/index.ts'
import { useText } from '../../platform/texts.tsx'
import type { Handle } from '../../ui/chart/Handles.tsx'
import type { Limit } from '../../ui/chart/draw/lines.ts'
import { TimeChart } from '../../ui/chart/TimeChart.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import type { Course } from './adjustables.ts'
import { eventPane, outputPanes, sensorPanes, spansOf, type Words } from './panes.ts'
import { type Inputs, readIds, type Threshold, thresholdsOf } from './thresholds.ts'

const points = 480
/** °C that a set point may be. */
const SET_POINT = { min: -20, max: 60 } as const

/** The readings that it was tried on, its limits across to be moved, and what draft and version in service made of them. */
export function Drawn({
  result,
  inputs,
  interfaces,
  courses,
  onThreshold,
}: {
  result: Rehearsed
  inputs: Inputs
  interfaces: readonly Interface[]
  courses: readonly Course[]
  onThreshold: (path: string, value: number) => void
}) {
  const t = useText()
  const interfaceIds = useMemo(() => readIds(inputs), [inputs])
  const from = Date.parse(result.fromUtc)
  const to = Date.parse(result.untilUtc)
  const window = { interfaceIds, hours: (to - from) / 3_600_000, to, points }
  const { data: series, error, refetch } = useQuery(seriesQuery(window))
  const sensors = useMemo(() => interfaces.filter(item => interfaceIds.includes(item.id)), [interfaces, interfaceIds])
  const thresholds = useMemo(() => thresholdsOf(inputs).filter(threshold => isDrawn(threshold, sensors)), [inputs, sensors])
  const words = useMemo<Words>(
    () => ({
      draft: t('rehearsal.draft'),
      deployed: t('rehearsal.deployed'),
      real: t('rehearsal.real'),
      off: t('rehearsal.off'),
      on: t('rehearsal.on'),
      measured: t('rehearsal.measured'),
      events: t('rehearsal.row.events'),
      notificationWords: count => t('event.notifications', { count }),
      output: (name, which) => t('rehearsal.output', { name, which }),
    }),
    [t],
  )
  const panes = useMemo(() => {
    if (!series) return undefined
    const limits = limitsOf(thresholds, sensors, t)
    const outputs = interfaces.filter(({ id }) => result.draft.outputs.some(output => output.interfaceId === id))
    return [
      ...sensorPanes(sensors, series, { limits, courses, spans: spansOf(result), from }, words),
      ...outputPanes(result, outputs, words),
      ...eventPane(result, words),
    ]
  }, [series, thresholds, sensors, interfaces, courses, result, words, from, t])
  const range = useMemo(() => [from, to] as const, [from, to])
  const handles = thresholds.flatMap((threshold): Handle[] => {
    const of = sensorOf(threshold, sensors)
    const pane = panes?.findIndex(({ limits }) => limits?.some(limit => limit.value === threshold.value)) ?? -1
    if (!of || pane < 0) return []
    const [min, max] = threshold.path.startsWith('lines.') ? [of.min ?? -1e6, of.max ?? 1e6] : [SET_POINT.min, SET_POINT.max]
    return [
      {
        key: threshold.path,
        pane,
        value: threshold.value,
        min,
        max,
        step: 10 ** -of.decimals,
        name: t('rehearsal.threshold', { name: of.displayName }),
        words: exactQuantity(threshold.value, of.unit ?? '', t, of.decimals),
        onMove: value => onThreshold(threshold.path, value),
      },
    ]
  })
  if (error && !series) return <Failed what={t('failed.tile')} error={error} retry={() => void refetch()} />
  if (!panes || panes.length === 0) return panes ? null : <Skeletons rows={5} />
  return (
    <div className="rehearsal-drawn">
      <div className="rehearsal-chart" data-panes={Math.min(panes.length, 5)}>
        <TimeChart title={t('rehearsal.title')} panes={panes} range={range} handles={handles} />
      </div>
      {handles.length > 0 && <p className="dim">{t('rehearsal.drag')}</p>}
    </div>
  )
}

const sensorOf = ({ interfaceIds }: Threshold, sensors: readonly Interface[]) =>
  sensors.find(sensor => interfaceIds.includes(sensor.id))

/** Of a meter it is a rate, of feedback a difference: no line across the readings. */
const isDrawn = (threshold: Threshold, sensors: readonly Interface[]) => {
  const of = sensorOf(threshold, sensors)
  return of?.terminalInterfaceType === 'IN' && of.terminalInterfaceDataType !== 'BOOLEAN' && !of.category.endsWith('_COUNTER')
}

/** What a set point is called; anything else is a limit. */
const setPoints: Readonly<Record<string, TextKey>> = {
  setPoint: 'rule.chart.setPoint',
  heatSetPoint: 'rule.chart.heatSetPoint',
  coolSetPoint: 'rule.chart.coolSetPoint',
}

function limitsOf(
  thresholds: readonly Threshold[],
  sensors: readonly Interface[],
  t: Translate,
): ReadonlyMap<string, readonly Limit[]> {
  const found = new Map<string, Limit[]>()
  for (const threshold of thresholds) {
    const of = sensorOf(threshold, sensors)
    if (!of) continue
    const limit: Limit = {
      value: threshold.value,
      words: t(setPoints[threshold.path] ?? 'rehearsal.limit', {
        value: exactQuantity(threshold.value, of.unit ?? '', t, of.decimals),
      }),
      tone: threshold.side === 'none' ? 'ink-3' : 'critical',
      ...(threshold.side !== 'none' && { side: threshold.side }),
    }
    found.set(of.id, [...(found.get(of.id) ?? []), limit])
  }
  return found
}
