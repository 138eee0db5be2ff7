import type { AgeUnit, CurvePoint } from '@steading/contract/production/curves'
import { useMemo } from 'react'
import { useText } from '../platform/texts.tsx'
import { AgeChart } from '../ui/chart/AgeChart.tsx'
import type { Pane } from '../ui/chart/draw/lines.ts'
import { curveColumns } from './curveColumns.ts'

const DRAWN = ['weight', 'dailyFeed'] as const

/** Weight and daily feed of a curve by age, a pane each. */
export function CurveChart({ points, ageUnit, poultry }: { points: readonly CurvePoint[]; ageUnit: AgeUnit; poultry: boolean }) {
  const t = useText()
  const panes = useMemo(
    () =>
      DRAWN.filter(key => points.some(point => point[key] !== undefined)).map((key, at): Pane => {
        const column = curveColumns(poultry, ageUnit).find(one => one.key === key)! // safe: both are columns
        return {
          unit: column.unit,
          decimals: column.decimals,
          share: at === 0 ? 2 : 1,
          lines: [
            {
              name: t(column.label),
              times: points.map(({ age }) => age),
              values: points.map(point => (point[key] === undefined ? null : point[key] * column.factor)),
              series: at + 1,
              subject: at === 0,
            },
          ],
        }
      }),
    [points, ageUnit, poultry, t],
  )
  return <AgeChart title={t('curve.drawn')} name={t('curve.age')} panes={panes} />
}
