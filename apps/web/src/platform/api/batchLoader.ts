/** How long a batch waits for more callers (ms): widgets that appear or refresh together ask within it. */
const WAIT_MS = 10

interface Batch<T> {
  readonly ids: Set<string>
  readonly abort: AbortController
  readonly answer: Promise<ReadonlyMap<string, T>>
  /** Callers that still wait. */
  callers: number
}

/** Answers of some ids of a group; ids without an answer are left out. */
export type Load<G, T> = (group: G, ids: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, T>>

/**
 * Dataloader: callers that ask for the same group at about the same time share one call with all their ids, each once. The call
 * is aborted when no caller waits for it any more. A group is compared by its JSON.
 */
export function batchLoader<G, T>(fetch: Load<G, T>): Load<G, T> {
  const waiting = new Map<string, Batch<T>>()

  function open(key: string, group: G): Batch<T> {
    const ids = new Set<string>()
    const abort = new AbortController()
    const collected = new Promise(resolve => setTimeout(resolve, WAIT_MS))
    const answer = collected.then(() => {
      if (waiting.get(key) === batch) waiting.delete(key)
      abort.signal.throwIfAborted()
      return fetch(group, [...ids].toSorted(), abort.signal)
    })
    const batch: Batch<T> = { ids, abort, answer, callers: 0 }
    waiting.set(key, batch)
    return batch
  }

  return async (group, ids, signal) => {
    const key = JSON.stringify(group)
    const batch = waiting.get(key) ?? open(key, group)
    for (const id of ids) batch.ids.add(id)
    batch.callers += 1
    const leave = () => {
      batch.callers -= 1
      if (batch.callers > 0) return
      if (waiting.get(key) === batch) waiting.delete(key)
      batch.abort.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      const found = await batch.answer
      return new Map(
        ids.flatMap(id => {
          const one = found.get(id)
          return one === undefined ? [] : [[id, one] as const]
        }),
      )
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}
