import { quantity } from '@steading/locales/format'
import { type ComponentProps, useMemo } from 'react'
import { useText } from '../../platform/texts.tsx'
import { ageAxis } from './draw/axis.ts'
import { LineChart } from './LineChart.tsx'

/** Lines over the age in days: `times` of a line are ages. `name` says what the axis tells. */
export function AgeChart({ name, ...props }: { name: string } & Omit<ComponentProps<typeof LineChart>, 'axis'>) {
  const t = useText()
  const axis = useMemo(
    () => ageAxis({ name, title: t('chart.ageInDays') }, age => `${name} ${quantity(age, 'd', t)}`, t),
    [name, t],
  )
  return (
    <div className="age-chart">
      <LineChart {...props} axis={axis} />
    </div>
  )
}
