import DataLoader from 'dataloader'
import type { UnitOfWork } from './unitOfWork.ts'

/**
 * Batch loader: keys that are loaded concurrently in one transaction go to the database in one statement, for example by the alarms
 * of a storm, which take the same steps. `loadBatch` answers in the order of the keys; nothing is cached.
 */
export function createBatchLoader<Key, Result>(
  loadBatch: (work: UnitOfWork, all: readonly Key[]) => Promise<readonly Result[]>,
): (work: UnitOfWork, key: Key) => Promise<Result> {
  const loaders = new WeakMap<UnitOfWork, DataLoader<Key, Result>>()
  return (work, key) => {
    const loader = loaders.get(work) ?? new DataLoader<Key, Result>(keys => loadBatch(work, keys), { cache: false })
    loaders.set(work, loader)
    return loader.load(key)
  }
}

/** Groups rows by the position (`at`, from 1) of their key, in the order of the keys. */
export function groupByPosition<Row extends { readonly at: number }>(all: readonly unknown[], rows: readonly Row[]): Row[][] {
  const answers: Row[][] = all.map(() => [])
  for (const row of rows) answers[row.at - 1]!.push(row) // safe: the place comes from what was asked
  return answers
}

/** The inserted row of each key, for its first occurrence only: for later ones the row existed already. */
export function firstOf<Row>(all: readonly { readonly key: string }[], made: readonly Row[], keyOf: (row: Row) => string | null) {
  const byKey = new Map(made.map(row => [keyOf(row), row]))
  return all.map(({ key }) => {
    const row = byKey.get(key)
    byKey.delete(key)
    return row
  })
}
