import { CATEGORIES, isCategory } from '@steading/contract/categories'
import type { Category, DataType, HistoryMode } from '@steading/contract/categories'
import type { Meter } from '@steading/rules/counter'
import { systemActor } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import { meterOf } from './meters.ts'
import { formulaOf } from './formula.ts'
import type { Formula, Held } from './formula.ts'
import { newestReadings, specsByIds, specsOfTerminal } from './specs.sql.ts'
import type { FullSpecRow, SpecRow } from './specs.sql.ts'

/**
 * How the values of an interface become a rollup: gauges by their mean, directions by the mean of their vectors, values that
 * only come when they change by the time that they were held, registers by what was counted; texts not at all.
 */
export type RollupKind = 'MEAN' | 'DIRECTION' | 'HELD' | 'COUNTED' | 'NONE'

/** What the journal knows of an interface. */
export interface Spec {
  readonly id: number
  /** The same, as it travels. */
  readonly interfaceId: string
  readonly ix: number
  readonly terminalId: string
  readonly dataType: DataType
  readonly category: Category
  readonly min: number | null
  readonly max: number | null
  readonly history: HistoryMode
  readonly historySeconds: number
  /** Seconds between samples. */
  readonly every: number
  readonly kind: RollupKind
  readonly meter: Meter
  /** When (ms UTC) the register came to be reckoned otherwise. */
  readonly rebased: readonly number[]
  /** How a virtual one comes to its value; undefined for what a box measures. */
  readonly formula?: Formula
}

export function rollupKind(category: Category, dataType: DataType, history: HistoryMode): RollupKind {
  if (dataType === 'STRING' || history === 'NO_HISTORY') return 'NONE'
  if (category.kind === 'COUNTER') return 'COUNTED'
  if (category.vectorMean) return 'DIRECTION'
  return dataType === 'BOOLEAN' || history === 'DIFFERENT_VALUES' ? 'HELD' : 'MEAN'
}

export function specOf(row: SpecRow): Spec {
  if (!isCategory(row.category)) throw new Error(`interface ${row.id} has the unknown category ${row.category}`)
  const category = CATEGORIES[row.category]
  const dataType = row.data_type as DataType // safe: the contract checked it before it was stored
  const history = row.history as HistoryMode // safe: as above
  return {
    id: Number(row.id),
    interfaceId: row.id,
    ix: row.ix,
    terminalId: row.terminal_id,
    dataType,
    category,
    min: row.min ?? category.min,
    max: row.max ?? category.max,
    history,
    historySeconds: row.history_seconds ?? 300,
    every: row.every,
    kind: rollupKind(category, dataType, history),
    meter: meterOf(row.category, row),
    rebased: [],
  }
}

const fullSpec = (row: FullSpecRow): Spec => ({
  ...specOf(row),
  rebased: row.rebased,
  ...(row.operation !== null && row.deleted_at === null && { formula: formulaOf(row) }),
})

/** The interfaces of one terminal: those that its box sends by their index on the wire, all by id, virtual ones by source. */
export interface TerminalSpecs {
  readonly byIx: ReadonlyMap<number, Spec>
  readonly byId: ReadonlyMap<number, Spec>
  readonly computedFrom: ReadonlyMap<number, readonly Spec[]>
  /** The readings that sources last had, when this was read; empty where nothing is computed. */
  readonly known: ReadonlyMap<number, Held>
}

const terminalSpecs = (list: readonly { readonly spec: Spec; readonly isVirtual: boolean }[], known: TerminalSpecs['known']) => {
  const computedFrom = new Map<number, Spec[]>()
  for (const { spec } of list)
    for (const source of spec.formula?.sources ?? []) computedFrom.set(source, [...(computedFrom.get(source) ?? []), spec])
  return {
    byIx: new Map(list.filter(one => !one.isVirtual).map(({ spec }) => [spec.ix, spec])),
    byId: new Map(list.map(({ spec }) => [spec.id, spec])),
    computedFrom,
    known,
  }
}

export interface Specs {
  /** The interfaces of a terminal; at once, and not as a promise, when they are known. */
  of(terminalId: string): TerminalSpecs | Promise<TerminalSpecs>
  /** Looks again, for an index that was not there; at most once a second. */
  again(terminalId: string): TerminalSpecs | Promise<TerminalSpecs>
  /** Interfaces by id; those that are gone are missing. */
  byId(ids: Iterable<number>): Promise<ReadonlyMap<number, Spec>>
  /** The same, knowing what the sources of virtual interfaces had by then, ms UTC. */
  asOf(specs: TerminalSpecs, by: number): Promise<TerminalSpecs>
  /** Something of the terminal's interfaces changed: what is known of them is read again. */
  forget(terminalId: string): void
}

const FRESH = 30_000
const AGAIN = 1_000
const actor = systemActor('readings')

/** Interfaces as last read from the database, at most 30 s old. */
export function specs({ db, clock }: Pick<World, 'db' | 'clock'>): Specs {
  const terminals = new Map<string, { readonly at: number; specs: TerminalSpecs | Promise<TerminalSpecs> }>()
  const known = new Map<number, { readonly at: number; readonly spec: Spec }>()

  /** Counts what was forgotten: who read before does not keep what he read. */
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
      const sources = list.flatMap(({ spec }) => spec.formula?.sources ?? [])
      return terminalSpecs(list, await heldBy(work, sources))
    })
  }
  const heldBy = async (work: Work, sources: Iterable<number>, by?: number): Promise<TerminalSpecs['known']> => {
    const ids = [...new Set(sources)]
    const newest = ids.length > 0 ? await newestReadings(work, ids, by) : []
    return new Map(newest.map(({ interfaceId, ts, ...rest }) => [interfaceId, { ts: ts.getTime(), ...rest }]))
  }
  const noOlderThan = (terminalId: string, age: number) => {
    const held = terminals.get(terminalId)
    if (held && clock.mono() - held.at < age) return held.specs
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
        const held = known.get(id)
        if (held && held.at > oldest) found.set(id, held.spec)
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
    asOf: async (of, by) => ({ ...of, known: await db.work(actor, work => heldBy(work, of.computedFrom.keys(), by)) }),
    forget(terminalId) {
      changes++
      terminals.delete(terminalId)
      for (const [id, { spec }] of known) if (spec.terminalId === terminalId) known.delete(id)
    },
  }
}
