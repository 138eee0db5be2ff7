import type { RuleBody } from '@steading/contract/rules/body'
import type { Interface } from '@steading/contract/devices/interfaces'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { seriesQuery, useWithTails, valueWords } from '../../interfaces/index.ts'
import { useNow } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { Ranges } from '../../ui/chart/Ranges.tsx'
import { TimeChart } from '../../ui/chart/TimeChart.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import type { InterfaceLookup } from '../describe/interfaceLookup.ts'
import { chartLimits } from '../describe/conditions/chartLimits.ts'
import { chartPanes } from './chartPanes.ts'
import '../rules.css'

const ranges = [6, 24, 168] as const
const points = 480
const fiveMinutes = 300

/** Chart of the sensors and devices of a rule, with its set points and limits as horizontal lines. */
export function RuleChart({
  title,
  hint,
  body,
  interfaces,
  knownOf,
}: {
  title: string
  /** Version whose limits are drawn, if another version is running. */
  hint: string | undefined
  body: RuleBody
  interfaces: readonly Interface[]
  knownOf: InterfaceLookup
}) {
  const t = useText()
  const [hours, setHours] = useState<(typeof ranges)[number]>(24)
  const now = useNow(fiveMinutes)
  const interfaceIds = useMemo(() => interfaces.map(iface => iface.id), [interfaces])
  const { data: found, error, refetch } = useQuery(seriesQuery({ interfaceIds, hours, to: now, points }))
  const series = useWithTails(interfaces, found)
  const panes = useMemo(
    () =>
      series
        ? chartPanes(
            interfaces,
            series,
            chartLimits(body, knownOf, t, now),
            (iface, value) => valueWords(iface, value, t),
            iface => knownOf(iface.id).name,
          )
        : [],
    [series, interfaces, body, knownOf, t, now],
  )
  const end = Math.max(now, ...panes.flatMap(pane => pane.lines.map(line => line.times.at(-1) ?? now)))
  const range = useMemo(() => [now - hours * 3_600_000, end] as const, [now, hours, end])
  return (
    <Card title={t('rule.chart')} hint={hint} actions={<Ranges ranges={ranges} hours={hours} onHours={setHours} />}>
      <div className="rule-chart" data-panes={panes.length}>
        {error && !series ? (
          <Failed what={t('failed.tile')} error={error} retry={() => void refetch()} />
        ) : series ? (
          <TimeChart title={title} panes={panes} range={range} />
        ) : (
          <Skeletons rows={5} />
        )}
      </div>
    </Card>
  )
}
