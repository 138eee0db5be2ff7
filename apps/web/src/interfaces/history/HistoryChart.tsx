import type { AlarmLimit, Interface } from '@steading/contract/interfaces'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useText } from '../../platform/texts.tsx'
import { TimeChart } from '../../ui/chart/TimeChart.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { alarmsQuery, seriesQuery } from '../interfaces.queries.ts'
import { useWithTails } from '../useWithTails.ts'
import { paneOf } from './history.ts'
import { chartLimits } from './limits.ts'
import { type HistoryRange, type HistoryWindow, hour, longestRange, zoomDates } from './range.ts'
import '../interfaces.css'

const points = 720
/** Pause after which the points of a zoomed window are fetched, ms. */
const zoomPause = 300
const noLimits: readonly AlarmLimit[] = []

/** The readings of one interface over a window, with the limits of its alarms; new ones are appended while it reaches up to now. */
export function HistoryChart({
  of,
  window,
  now,
  onRange,
}: {
  of: Interface
  window: HistoryWindow
  now: number
  onRange: (range: HistoryRange) => void
}) {
  const t = useText()
  const { from, to, live } = window
  const interfaceIds = useMemo(() => [of.id], [of.id])
  const [asked] = useDebouncedValue(window, live ? 0 : zoomPause)
  const hours = (asked.to - asked.from) / hour
  const { data: found, error, refetch } = useQuery(seriesQuery({ interfaceIds, hours, to: asked.to, points }))
  const { data: alarms } = useQuery(alarmsQuery(of.id))
  const mine = useMemo(() => [of], [of])
  const withTails = useWithTails(mine, found)
  const series = (live ? withTails : found)?.get(of.id)
  const limits = alarms?.limits ?? noLimits
  const panes = useMemo(() => [{ ...paneOf(of, series, t), limits: chartLimits(of, limits, t) }], [of, series, limits, t])
  const end = live ? Math.max(to, panes[0]?.lines[0]?.times.at(-1) ?? to) : to
  const range = useMemo(() => [from, end] as const, [from, end])
  const owner = useMemo(
    () => ({
      outer: [now - longestRange, Math.max(now, end)] as const,
      onZoom: (chosen: readonly [number, number]) => onRange(zoomDates(chosen)),
    }),
    [now, end, onRange],
  )
  return (
    <>
      <div className={of.terminalInterfaceDataType === 'BOOLEAN' ? 'interface-chart states' : 'interface-chart'}>
        {error && !found ? (
          <Failed what={t('failed.tile')} error={error} retry={() => void refetch()} />
        ) : found ? (
          <TimeChart title={of.displayName} panes={panes} range={range} owner={owner} />
        ) : (
          <Skeletons rows={4} />
        )}
      </div>
      <p className="chart-hint">{t('chart.zoomHint')}</p>
    </>
  )
}
