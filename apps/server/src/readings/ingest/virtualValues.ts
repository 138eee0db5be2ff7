import type { Virtual } from '@steading/contract/devices/virtual'
import { round } from '@steading/contract/round'
import { finite, FLAGS } from '../reading.ts'
import type { Spec, TerminalSpecs, Formula, SourceReading } from '../spec.ts'

export const formulaOf = (row: {
  operation: string | null
  scale_a: number | null
  scale_b: number | null
  sources: readonly number[]
}): Formula => ({
  operation: row.operation as Virtual['operation'], // safe: the column's check
  sources: row.sources,
  a: row.scale_a ?? 1,
  b: row.scale_b ?? 0,
})

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

export function evaluateFormula({ operation, a, b }: Formula, values: readonly number[]): number {
  switch (operation) {
    case 'AVG':
      return sum(values) / values.length
    case 'SUM':
      return sum(values)
    case 'MIN':
      return Math.min(...values)
    case 'MAX':
      return Math.max(...values)
    case 'DIFF':
      return values[0]! - values[1]!
    case 'SCALE':
      return a * values[0]! + b
  }
}

/** Age, ms, up to which an alarm treats a value as present; three sample periods if these are longer. */
const STALE_AFTER_MS = 900_000

/** Is it a good number that still holds at that time? A value that is sent on change holds until it changes. */
function isValid(
  held: SourceReading | undefined,
  { history, every, category }: Spec,
  ts: number,
): held is SourceReading & { readonly value: number } {
  if (typeof held?.value !== 'number' || (held.flags & FLAGS.BAD) !== 0) return false
  const onChange = history === 'DIFFERENT_VALUES' && category.kind !== 'COUNTER'
  return onChange || ts - held.ts < Math.max(STALE_AFTER_MS, 3 * every * 1000)
}

/**
 * Values of the virtual interfaces that depend on a reading: one for each whose sources all have a valid value, rounded to the
 * decimals of its category. `newest` answers the last reading of each source by then.
 */
export function computeVirtualValues(
  source: Spec,
  ts: number,
  specs: TerminalSpecs,
  newest: (id: number) => SourceReading | undefined,
): { readonly spec: Spec; readonly value: number }[] {
  return (specs.computedFrom.get(source.id) ?? []).flatMap(spec => {
    const values: number[] = []
    for (const id of spec.formula!.sources) {
      const newestReading = newest(id)
      const of = specs.byId.get(id)
      if (!of || !isValid(newestReading, of, ts)) return []
      values.push(newestReading.value)
    }
    return [{ spec, value: round(finite(evaluateFormula(spec.formula!, values)), spec.category.decimals) }]
  })
}
