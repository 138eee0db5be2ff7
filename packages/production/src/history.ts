import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { KpiName, Kpis } from '@steading/contract/production/figures'

/** The median of a KPI over batches; those where it is not computable do not count. Null without any. */
export function medianOf(batches: readonly Kpis[], name: KpiName): number | null {
  const values = batches
    .map(kpis => kpis[name])
    .filter(value => value !== NOT_COMPUTABLE)
    .sort((a, b) => a - b)
  const middle = values.length >> 1
  if (values.length === 0) return null
  return values.length % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2
}
