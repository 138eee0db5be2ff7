import { round } from '@steading/contract/round'
import { nextRegister } from '@steading/rules/inputs/counter'
import type { Register } from '@steading/rules/inputs/counter'
import { staleAfterSample } from '@steading/rules/inputs/staleness'
import { evaluateFormula } from '../formula.ts'
import { finite, FLAGS } from '../reading.ts'
import { isRebased } from '../rollups/bucketSums.ts'
import type { Spec, TerminalSpecs, Formula, SourceReading, VirtualRegister } from '../spec.ts'
import { beginRegister, countSource } from './virtualRegisters.ts'

/** Is it a good number that still holds at that time? A value that is sent on change holds until it changes. */
function isValid(
  reading: SourceReading | undefined,
  { every }: Spec,
  ts: number,
): reading is SourceReading & { readonly value: number } {
  if (typeof reading?.value !== 'number' || (reading.flags & FLAGS.BAD) !== 0) return false
  return every === 0 || ts - reading.ts < staleAfterSample(every)
}

export interface VirtualMemory {
  /** The last reading of a source by the time of the present one. */
  newest(id: number): SourceReading | undefined
  /** A calculated register by that time. */
  register(id: number): VirtualRegister | undefined
  keep(id: number, register: VirtualRegister): void
}

/**
 * Values of the virtual interfaces that depend on a reading: one for each whose sources all have a valid value, rounded to the
 * decimals of its category.
 */
export function computeVirtualValues(
  source: Spec,
  ts: number,
  specs: TerminalSpecs,
  memory: VirtualMemory,
): { readonly spec: Spec; readonly value: number }[] {
  return (specs.computedFrom.get(source.id) ?? []).flatMap(spec => {
    const formula = spec.formula!
    const readings = new Map<number, Register>()
    for (const id of formula.sources) {
      const reading = memory.newest(id)
      const of = specs.byId.get(id)
      if (of && isValid(reading, of, ts)) readings.set(id, nextRegister(undefined, reading.value, reading.ts))
    }
    const isComplete = formula.sources.every(id => readings.has(id))
    const register =
      spec.category.kind === 'COUNTER' ? countRegister({ ...spec, formula }, source, ts, readings, memory) : undefined
    if (!isComplete) return []
    const value =
      register?.value ??
      evaluateFormula(
        formula,
        [...readings.values()].map(one => one.value),
      )
    return [{ spec, value: round(finite(value), spec.category.decimals) }]
  })
}

/** Counts a reading in a calculated register, whether all its sources are valid or not; it begins once they all are. */
function countRegister(
  spec: Spec & { readonly formula: Formula },
  source: Spec,
  ts: number,
  readings: ReadonlyMap<number, Register>,
  memory: VirtualMemory,
): VirtualRegister | undefined {
  const before = memory.register(spec.id)
  const reading = readings.get(source.id)
  const isBegun = before && !isRebased(spec.rebased, before.ts, ts)
  if (isBegun && reading?.ts !== ts) return before
  if (!isBegun && readings.size < spec.formula.sources.length) return undefined
  const register =
    isBegun && reading ? countSource(before, spec.formula, source, reading.value, ts) : beginRegister(spec.formula, readings, ts)
  memory.keep(spec.id, register)
  return register
}
