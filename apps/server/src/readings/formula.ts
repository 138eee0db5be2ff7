import type { Virtual } from '@steading/contract/virtual'
import { round } from '@steading/rules/round'
import type { Before } from './history.ts'
import { finite, FLAGS } from './reading.ts'
import type { Spec, TerminalSpecs } from './specs.ts'

/** How a virtual interface comes to its value, with its sources by the journal's ids. */
export interface Formula {
  readonly operation: Virtual['operation']
  readonly sources: readonly number[]
  readonly a: number
  readonly b: number
}

/** What a source last had. */
export interface Held extends Before {
  flags: number
}

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

export function valueBy({ operation, a, b }: Formula, values: readonly number[]): number {
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

/** As old as an alarm may take a value for the present one, ms; or three samples, if these take longer. */
const STALE = 900_000

/** A good figure that still holds at that time. What is only sent when it changes holds until it does. */
function holds(
  held: Held | undefined,
  { history, every, category }: Spec,
  ts: number,
): held is Held & { readonly value: number } {
  if (typeof held?.value !== 'number' || (held.flags & FLAGS.BAD) !== 0) return false
  const onChange = history === 'DIFFERENT_VALUES' && category.kind !== 'COUNTER'
  return onChange || ts - held.ts < Math.max(STALE, 3 * every * 1000)
}

/**
 * What a source's reading makes of the virtual interfaces that are computed from it: a value where all their sources hold one,
 * in the decimals of their category. `newest` tells the last reading of each source by then.
 */
export function computed(
  source: Spec,
  ts: number,
  specs: TerminalSpecs,
  newest: (id: number) => Held | undefined,
): { readonly spec: Spec; readonly value: number }[] {
  return (specs.computedFrom.get(source.id) ?? []).flatMap(spec => {
    const values: number[] = []
    for (const id of spec.formula!.sources) {
      const held = newest(id)
      const of = specs.byId.get(id)
      if (!of || !holds(held, of, ts)) return []
      values.push(held.value)
    }
    return [{ spec, value: round(finite(valueBy(spec.formula!, values)), spec.category.decimals) }]
  })
}
