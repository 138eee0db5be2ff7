import { CATEGORIES, isCategory } from '@steading/contract/devices/categories'
import type { Category, DataType, HistoryMode } from '@steading/contract/devices/categories'
import { systemActor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { World } from '../platform/world.ts'
import { meterOf } from './meters.ts'
import { formulaOf } from './formula.ts'
import { resumeRegister } from './ingest/virtualRegisters.ts'
import { registersAt, registersSince } from './registers.sql.ts'
import { newestReadings, specsByIds, specsOfTerminal } from './specs.sql.ts'
import type { FullSpecRow, SpecRow } from './specs.sql.ts'
import type { RollupKind, Spec, TerminalSpecs, VirtualRegister } from './spec.ts'

/** `every`: seconds between values; 0: they are sent on change. */
export function rollupKind(category: Category, dataType: DataType, history: HistoryMode, every: number): RollupKind {
  if (dataType === 'STRING' || history === 'NO_HISTORY') return 'NONE'
  if (category.kind === 'COUNTER') return 'COUNTED'
  if (category.vectorMean) return 'DIRECTION'
  if (category.eachCounts) return 'SINGLE'
  if (dataType === 'BOOLEAN' || every === 0) return 'HELD'
  // Deliveries and use of a silo come from buckets with readings alone, see siloWeights().
  return category.id === 'SILO_WEIGHT' ? 'SINGLE' : 'MEAN'
}

/** Seconds between values; 0: they are sent on change. Registers always count by their interval. */
const intervalOf = ({ history, every }: SpecRow, { kind }: Category): number =>
  history === 'DIFFERENT_VALUES' && kind !== 'COUNTER' ? 0 : every

/**
 * The range of good values. A calculated register has none: a difference falls below 0 while the second register is the greater,
 * and a sum exceeds what one register shows.
 */
const rangeOf = ({ min, max, operation }: SpecRow, category: Category): Pick<Spec, 'min' | 'max'> =>
  category.kind === 'COUNTER' && operation !== null
    ? { min: null, max: null }
    : { min: min ?? category.min, max: max ?? category.max }

export function specOf(row: SpecRow): Spec {
  if (!isCategory(row.category)) throw new Error(`interface ${row.id} has the unknown category ${row.category}`)
  const category = CATEGORIES[row.category]
  const dataType = row.data_type as DataType // safe: the contract checked it before it was stored
  const history = row.history as HistoryMode // safe: as above
  const every = intervalOf(row, category)
  return {
    id: Number(row.id),
    interfaceId: row.id,
    ix: row.ix,
    terminalId: row.terminal_id,
    dataType,
    category,
    ...rangeOf(row, category),
    history,
    historySeconds: row.history_seconds ?? 300,
    every,
    kind: rollupKind(category, dataType, history, every),
    meter: meterOf(row.category, row),
    rebased: [],
  }
}

const fullSpec = (row: FullSpecRow): Spec => ({
  ...specOf(row),
  rebased: row.rebased,
  ...(row.operation !== null && row.deleted_at === null && { formula: formulaOf(row) }),
})

const terminalSpecs = (
  list: readonly { readonly spec: Spec; readonly isVirtual: boolean }[],
  known: Pick<TerminalSpecs, 'known' | 'registers'>,
): TerminalSpecs => {
  const computedFrom = new Map<number, Spec[]>()
  for (const { spec } of list)
    for (const source of spec.formula?.sources ?? []) computedFrom.set(source, [...(computedFrom.get(source) ?? []), spec])
  return {
    byIx: new Map(list.filter(one => !one.isVirtual).map(({ spec }) => [spec.ix, spec])),
    byId: new Map(list.map(({ spec }) => [spec.id, spec])),
    computedFrom,
    ...known,
  }
}

export interface Specs {
  /** The interfaces of a terminal; synchronous if they are cached. */
  of(terminalId: string): TerminalSpecs | Promise<TerminalSpecs>
  /** Reloads the interfaces because of an unknown index, at most once a second. */
  again(terminalId: string): TerminalSpecs | Promise<TerminalSpecs>
  /** Interfaces by id; deleted ones are missing. */
  byId(ids: Iterable<number>): Promise<ReadonlyMap<number, Spec>>
  /** The interfaces with the newest readings of virtual sources as of `by`, ms UTC. */
  asOf(specs: TerminalSpecs, by: number): Promise<TerminalSpecs>
  /** Invalidates the cache of a terminal after a change of its interfaces. */
  forget(terminalId: string): void
}

const FRESH = 30_000
const AGAIN = 1_000
const actor = systemActor('readings')

/** The calculated registers as they were last stored, as of a time (ms UTC), with their sources at that time. */
async function calculatedRegisters(
  work: UnitOfWork,
  specs: readonly Spec[],
  by?: number,
): Promise<ReadonlyMap<number, VirtualRegister>> {
  const calculated = specs.flatMap(({ formula, ...spec }) =>
    formula && spec.category.kind === 'COUNTER' ? [{ ...spec, formula }] : [],
  )
  const registers = new Map<number, VirtualRegister>()
  if (calculated.length === 0) return registers
  const ids = calculated.map(spec => spec.id)
  for (const { interfaceId, ts, value } of await newestReadings(work, ids, by)) {
    const spec = calculated.find(({ id }) => id === interfaceId)
    if (!spec || value === null) continue
    const sources = await registersSince(work, await registersAt(work, spec.formula.sources, ts.getTime()))
    const bySource = new Map(sources.map(source => [source.interfaceId, source]))
    registers.set(interfaceId, resumeRegister(spec, { value, ts: ts.getTime() }, bySource))
  }
  return registers
}

/** Cache of interfaces, at most 30 s old. `isRegisterHeld`: the process has a calculated register in memory, so none is read. */
export function createSpecs(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  isRegisterHeld: (id: number) => boolean = () => false,
): Specs {
  const terminals = new Map<string, { readonly at: number; specs: TerminalSpecs | Promise<TerminalSpecs> }>()
  const known = new Map<number, { readonly at: number; readonly spec: Spec }>()

  /** Counts invalidations: a load that began before the last one is not cached. */
  let changes = 0
  const keep = (spec: Spec, before: number) => {
    if (before === changes) known.set(spec.id, { at: clock.mono(), spec })
  }

  const load = async (terminalId: string): Promise<TerminalSpecs> => {
    const before = changes
    return db.work(actor, async work => {
      const list = (await specsOfTerminal(work, terminalId)).map(row => ({
        spec: fullSpec(row),
        isVirtual: row.operation !== null,
      }))
      for (const { spec } of list) keep(spec, before)
      const specs = list.map(({ spec }) => spec)
      const missing = specs.filter(({ id }) => !isRegisterHeld(id))
      return terminalSpecs(list, { known: await heldBy(work, specs), registers: await calculatedRegisters(work, missing) })
    })
  }
  const heldBy = async (work: UnitOfWork, specs: readonly Spec[], by?: number): Promise<TerminalSpecs['known']> => {
    const ids = [...new Set(specs.flatMap(({ formula }) => formula?.sources ?? []))]
    const newest = ids.length > 0 ? await newestReadings(work, ids, by) : []
    return new Map(newest.map(({ interfaceId, ts, ...rest }) => [interfaceId, { ts: ts.getTime(), ...rest }]))
  }
  const noOlderThan = (terminalId: string, age: number) => {
    const cached = terminals.get(terminalId)
    if (cached && clock.mono() - cached.at < age) return cached.specs
    const loading = load(terminalId)
    const entry = { at: clock.mono(), specs: loading as TerminalSpecs | Promise<TerminalSpecs> }
    terminals.set(terminalId, entry)
    loading.then(
      specs => (entry.specs = specs),
      () => terminals.delete(terminalId),
    )
    return loading
  }

  return {
    of: terminalId => noOlderThan(terminalId, FRESH),
    again: terminalId => noOlderThan(terminalId, AGAIN),
    async byId(ids) {
      const found = new Map<number, Spec>()
      const missing: number[] = []
      const before = changes
      const oldest = clock.mono() - FRESH
      for (const id of ids) {
        const cached = known.get(id)
        if (cached && cached.at > oldest) found.set(id, cached.spec)
        else missing.push(id)
      }
      if (missing.length > 0)
        for (const row of await db.work(actor, work => specsByIds(work, missing))) {
          const spec = fullSpec(row)
          keep(spec, before)
          found.set(spec.id, spec)
        }
      return found
    },
    asOf: async (of, by) => {
      const specs = [...of.byId.values()]
      return db.work(actor, async work => ({
        ...of,
        known: await heldBy(work, specs, by),
        registers: await calculatedRegisters(work, specs, by),
      }))
    },
    forget(terminalId) {
      changes++
      terminals.delete(terminalId)
      for (const [id, { spec }] of known) if (spec.terminalId === terminalId) known.delete(id)
    },
  }
}
