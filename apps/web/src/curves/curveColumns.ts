import type { AgeUnit, CurveColumn } from '@steading/contract/production/curves'
import type { TextKey } from '@steading/locales/text'

interface ColumnView {
  readonly key: CurveColumn
  readonly label: TextKey
  /** As it is shown; stored values are multiplied by `factor`. */
  readonly unit: string
  readonly factor: number
  readonly decimals: number
}

/** The columns of a curve as people read them: ages in days or weeks, masses of poultry in g. */
export function curveColumns(poultry: boolean, ageUnit: AgeUnit): readonly ColumnView[] {
  const mass = poultry ? { unit: 'g', factor: 1000, decimals: 0 } : { unit: 'kg', factor: 1, decimals: 3 }
  return [
    { key: 'age', label: 'curve.age', unit: ageUnit === 1 ? 'd' : 'w', factor: 1 / ageUnit, decimals: 0 },
    { key: 'weight', label: 'curve.weight', ...mass },
    { key: 'dailyFeed', label: 'curve.dailyFeed', ...mass },
    { key: 'dailyWater', label: 'curve.dailyWater', unit: 'L', factor: 1, decimals: 3 },
    { key: 'tMin', label: 'curve.tMin', unit: '°C', factor: 1, decimals: 1 },
    { key: 'tMax', label: 'curve.tMax', unit: '°C', factor: 1, decimals: 1 },
    { key: 'rhMin', label: 'curve.rhMin', unit: '%', factor: 1, decimals: 0 },
    { key: 'rhMax', label: 'curve.rhMax', unit: '%', factor: 1, decimals: 0 },
    { key: 'co2Max', label: 'curve.co2Max', unit: 'ppm', factor: 1, decimals: 0 },
    { key: 'nh3Max', label: 'curve.nh3Max', unit: 'ppm', factor: 1, decimals: 0 },
  ]
}
