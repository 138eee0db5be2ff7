import type { AlarmLimit, Interface } from '@steading/contract/devices/interfaces'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useText } from '../../platform/texts.tsx'
import { TimeChart } from '../../ui/chart/TimeChart.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { seriesQuery } from '../board.queries.ts'
import { alarmsQuery } from '../interfaces.queries.ts'
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
  interface: iface,
  window,
  now,
  onRange,
}: {
  interface: Interface
  window: HistoryWindow
  now: number
  onRange: (range: HistoryRange) => void
}) {
  const t = useText()
  const { from, to, live } = window
  const interfaceIds = useMemo(() => [iface.id], [iface.id])
  const [asked] = useDebouncedValue(window, live ? 0 : zoomPause)
  const hours = (asked.to - asked.from) / hour
  const { data: found, error, refetch } = useQuery(seriesQuery({ interfaceIds, hours, to: asked.to, points }))
  const { data: alarms } = useQuery(alarmsQuery(iface.id))
  const mine = useMemo(() => [iface], [iface])
  const withTails = useWithTails(mine, found)
  const series = (live ? withTails : found)?.get(iface.id)
  const limits = alarms?.limits ?? noLimits
  const panes = useMemo(
    () => [{ ...paneOf(iface, series, t), limits: chartLimits(iface, limits, t) }],
    [iface, series, limits, t],
  )
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
      <div className={iface.terminalInterfaceDataType === 'BOOLEAN' ? 'interface-chart states' : 'interface-chart'}>
        {error && !found ? (
          <Failed what={t('failed.tile')} error={error} retry={() => void refetch()} />
        ) : found ? (
          <TimeChart title={iface.displayName} panes={panes} range={range} owner={owner} />
        ) : (
          <Skeletons rows={4} />
        )}
      </div>
      <p className="chart-hint">{t('chart.zoomHint')}</p>
    </>
  )
}
