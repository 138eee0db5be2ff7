import type { ReactNode } from 'react'
import type { Pane } from '../../ui/chart/draw/lines.ts'
import { TimeChart } from '../../ui/chart/TimeChart.tsx'
import { Widget } from '../Widget.tsx'

/** Several sensors over time; those of another unit in a pane of their own. */
export function MultiLineChart({
  name,
  place,
  panes,
  range,
  children,
}: {
  name: string
  place?: string | undefined
  panes: readonly Pane[]
  range: readonly [from: number, to: number]
  /** Below the chart. */
  children?: ReactNode
}) {
  return (
    <Widget name={name} place={place}>
      <TimeChart title={place ? `${name}, ${place}` : name} panes={panes} range={range} />
      {children}
    </Widget>
  )
}
