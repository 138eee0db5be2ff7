import type { UnitOfWork } from './unitOfWork.ts'

const cache = new WeakMap<UnitOfWork, Map<string, Promise<unknown>>>()

/**
 * Memoizes a query for one transaction, for what does not change while the alarms of an entity are notified. `key` names the query
 * and its subject.
 */
export function memoizePerTransaction<T>(work: UnitOfWork, key: string, query: () => Promise<T>): Promise<T> {
  const results = cache.get(work) ?? new Map<string, Promise<unknown>>()
  cache.set(work, results)
  const cached = results.get(key) as Promise<T> | undefined // safe: a key names one question
  if (cached) return cached
  const pending = query()
  results.set(key, pending)
  // A failed query is not cached.
  pending.catch(() => results.delete(key))
  return pending
}
