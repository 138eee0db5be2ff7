import { type ComponentProps, useMemo } from 'react'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { timeAxis } from './draw/axis.ts'
import { LineChart } from './LineChart.tsx'

export type { ZoomOwner } from './LineChart.tsx'

/** Lines over time in the person's zone. */
export function TimeChart(props: Omit<ComponentProps<typeof LineChart>, 'axis'>) {
  const t = useText()
  const zone = useZone()
  const axis = useMemo(() => timeAxis(zone, t('reading.time'), t), [zone, t])
  return <LineChart {...props} axis={axis} />
}
