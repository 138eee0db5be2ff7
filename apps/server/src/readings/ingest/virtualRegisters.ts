import { round } from '@steading/contract/round'
import { increment, nextRegister } from '@steading/rules/inputs/counter'
import type { Register } from '@steading/rules/inputs/counter'
import { evaluateFormula } from '../formula.ts'
import { isRebased } from '../rollups/bucketSums.ts'
import type { Formula, Spec, VirtualRegister } from '../spec.ts'

/** What one unit of a source adds to the result. */
const weightOf = ({ operation, sources, a }: Formula, source: number): number =>
  operation === 'SCALE' ? a : operation === 'DIFF' && sources[1] === source ? -1 : 1

/** A register that begins at `ts` with the value of its formula, of the sources as they were last read. */
export const beginRegister = (formula: Formula, sources: ReadonlyMap<number, Register>, ts: number): VirtualRegister => ({
  value: evaluateFormula(
    formula,
    formula.sources.map(id => sources.get(id)!.value),
  ),
  ts,
  sources,
})

/**
 * A stored register with its sources at the time of its reading. A stored value is rounded: where it is that of its formula, the
 * exact one is taken. A source that was not read by then begins to count with its next reading.
 */
export function resumeRegister(
  { formula, category }: Pick<Spec, 'category'> & { readonly formula: Formula },
  stored: { readonly value: number; readonly ts: number },
  sources: ReadonlyMap<number, Register>,
): VirtualRegister {
  const register = { ...stored, sources }
  if (!formula.sources.every(id => sources.has(id))) return register
  const begun = beginRegister(formula, sources, stored.ts)
  return round(begun.value, category.decimals) === stored.value ? begun : register
}

/** Adds what a source counted until `ts`. A source that is not counted yet begins to count. */
export function countSource(
  register: VirtualRegister,
  formula: Formula,
  source: Spec,
  value: number,
  ts: number,
): VirtualRegister {
  const before = register.sources.get(source.id)
  const counted = before ? increment(before, value, ts, source.meter, isRebased(source.rebased, before.ts, ts)).value : 0
  return {
    value: register.value + weightOf(formula, source.id) * counted,
    ts,
    sources: new Map(register.sources).set(source.id, nextRegister(before, value, ts)),
  }
}
