import type { Interface } from '@steading/contract/interfaces'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNow } from '../platform/clock.ts'
import { useText } from '../platform/texts.tsx'
import { Ranges } from '../ui/chart/Ranges.tsx'
import { TimeChart } from '../ui/chart/TimeChart.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { gridOf, historyHours, paneOf } from './history.ts'
import { seriesQuery } from './interfaces.queries.ts'
import { useWithTails } from './useWithTails.ts'
import './interfaces.css'

const points = 720

/** The readings of one interface over a range; while it is looked at, new ones are appended as they come. */
export function History({ of }: { of: Interface }) {
  const t = useText()
  const [hours, setHours] = useState(24)
  const now = useNow(gridOf(hours))
  const interfaceIds = useMemo(() => [of.id], [of.id])
  const { data: found, error, refetch } = useQuery(seriesQuery({ interfaceIds, hours, to: now, points }))
  const mine = useMemo(() => [of], [of])
  const live = useWithTails(mine, found)?.get(of.id)
  const panes = useMemo(() => [paneOf(of, live, t)], [of, live, t])
  const end = Math.max(now, panes[0]?.lines[0]?.times.at(-1) ?? now)
  const range = useMemo(() => [now - hours * 3_600_000, end] as const, [now, hours, end])
  return (
    <Card
      className="interface-chart-card"
      title={t('interface.history')}
      actions={<Ranges ranges={historyHours} hours={hours} onHours={setHours} />}
    >
      <div className={of.terminalInterfaceDataType === 'BOOLEAN' ? 'interface-chart states' : 'interface-chart'}>
        {error && !found ? (
          <Failed what={t('failed.tile')} error={error} retry={() => void refetch()} />
        ) : found ? (
          <TimeChart title={of.displayName} panes={panes} range={range} />
        ) : (
          <Skeletons rows={4} />
        )}
      </div>
    </Card>
  )
}
