import { CATEGORIES, isCategory } from '@steading/contract/categories'
import type { Category, DataType, HistoryMode } from '@steading/contract/categories'
import type { Meter } from '@steading/rules/counter'
import { systemActor } from '../platform/actor.ts'
import type { World } from '../platform/world.ts'
import { meterOf } from './meters.ts'
import { specsByIds, specsOfTerminal } from './specs.sql.ts'
import type { SpecRow } from './specs.sql.ts'

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
  }
}

/** The interfaces of one terminal, by the index on the wire and by id. */
export interface TerminalSpecs {
  readonly byIx: ReadonlyMap<number, Spec>
  readonly byId: ReadonlyMap<number, Spec>
}

export interface Specs {
  /** The interfaces of a terminal; at once, and not as a promise, when they are known. */
  of(terminalId: string): TerminalSpecs | Promise<TerminalSpecs>
  /** Looks again, for an index that was not there; at most once a second. */
  again(terminalId: string): TerminalSpecs | Promise<TerminalSpecs>
  /** Interfaces by id; those that are gone are missing. */
  byId(ids: Iterable<number>): Promise<ReadonlyMap<number, Spec>>
  forget(terminalId: string): void
}

const FRESH = 30_000
const AGAIN = 1_000
const actor = systemActor('readings')

/** Interfaces as last read from the database, at most 30 s old. */
export function specs({ db, clock }: Pick<World, 'db' | 'clock'>): Specs {
  const terminals = new Map<string, { readonly at: number; specs: TerminalSpecs | Promise<TerminalSpecs> }>()
  const known = new Map<number, { readonly at: number; readonly spec: Spec }>()

  const load = async (terminalId: string): Promise<TerminalSpecs> => {
    const rows = await db.work(actor, work => specsOfTerminal(work, terminalId))
    const list = rows.map(specOf)
    for (const spec of list) known.set(spec.id, { at: clock.mono(), spec })
    return { byIx: new Map(list.map(spec => [spec.ix, spec])), byId: new Map(list.map(spec => [spec.id, spec])) }
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
      const oldest = clock.mono() - FRESH
      for (const id of ids) {
        const held = known.get(id)
        if (held && held.at > oldest) found.set(id, held.spec)
        else missing.push(id)
      }
      if (missing.length > 0)
        for (const row of await db.work(actor, work => specsByIds(work, missing))) {
          const spec = specOf(row)
          known.set(spec.id, { at: clock.mono(), spec })
          found.set(spec.id, spec)
        }
      return found
    },
    forget: terminalId => void terminals.delete(terminalId),
  }
}
