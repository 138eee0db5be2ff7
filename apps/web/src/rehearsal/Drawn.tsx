import type { Interface } from '@steading/contract/interfaces'
import type { Rehearsed } from '@steading/contract/rehearsal'
import { quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { seriesQuery } from '../interfaces/index.ts'
import { useText } from '../platform/texts.tsx'
import type { Handle } from '../ui/chart/Handles.tsx'
import type { Limit } from '../ui/chart/lines.ts'
import { TimeChart } from '../ui/chart/TimeChart.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import type { Course } from './moving.ts'
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
  const [from, to] = [Date.parse(result.fromUtc), Date.parse(result.untilUtc)]
  const window = { interfaceIds, hours: (to - from) / 3_600_000, to, points }
  const { data: series, error, refetch } = useQuery(seriesQuery(window))
  const sensors = useMemo(() => interfaces.filter(one => interfaceIds.includes(one.id)), [interfaces, interfaceIds])
  const thresholds = useMemo(() => thresholdsOf(inputs).filter(one => isDrawn(one, sensors)), [inputs, sensors])
  const words = useMemo<Words>(
    () => ({
      ...{ draft: t('rehearsal.draft'), deployed: t('rehearsal.deployed'), real: t('rehearsal.real') },
      ...{ off: t('rehearsal.off'), on: t('rehearsal.on') },
      ...{ measured: t('rehearsal.measured'), events: t('rehearsal.row.events') },
      told: count => t('event.notifications', { count }),
      output: (name, which) => t('rehearsal.output', { name, which }),
    }),
    [t],
  )
  const panes = useMemo(() => {
    if (!series) return undefined
    const limits = limitsOf(thresholds, sensors, t)
    const outputs = interfaces.filter(({ id }) => result.draft.outputs.some(one => one.interfaceId === id))
    return [
      ...sensorPanes(sensors, series, { limits, courses, spans: spansOf(result), from }, words),
      ...outputPanes(result, outputs, words),
      ...eventPane(result, words),
    ]
  }, [series, thresholds, sensors, interfaces, courses, result, words, from, t])
  const range = useMemo(() => [from, to] as const, [from, to])
  const handles = thresholds.flatMap((one): Handle[] => {
    const of = sensorOf(one, sensors)
    const pane = panes?.findIndex(({ limits }) => limits?.some(limit => limit.value === one.value)) ?? -1
    if (!of || pane < 0) return []
    const [min, max] = one.path.startsWith('lines.') ? [of.min ?? -1e6, of.max ?? 1e6] : [SET_POINT.min, SET_POINT.max]
    return [
      {
        ...{ key: one.path, pane, value: one.value, min, max, step: 10 ** -of.decimals },
        name: t('rehearsal.threshold', { name: of.displayName }),
        words: quantity(one.value, of.unit ?? '', t, of.decimals),
        onMove: value => onThreshold(one.path, value),
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
  sensors.find(one => interfaceIds.includes(one.id))

/** Of a meter it is a rate, of feedback a difference: no line across the readings. */
const isDrawn = (one: Threshold, sensors: readonly Interface[]) => {
  const of = sensorOf(one, sensors)
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
  for (const one of thresholds) {
    const of = sensorOf(one, sensors)
    if (!of) continue
    const limit: Limit = {
      value: one.value,
      words: t(setPoints[one.path] ?? 'rehearsal.limit', { value: quantity(one.value, of.unit ?? '', t, of.decimals) }),
      tone: one.side === 'none' ? 'ink-3' : 'critical',
      ...(one.side !== 'none' && { beyond: one.side }),
    }
    found.set(of.id, [...(found.get(of.id) ?? []), limit])
  }
  return found
}
