export type KeyedMutex = <T>(name: string, act: () => Promise<T>) => Promise<T>

/** Keyed mutex: actions of the same key run one after another. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const before = last.get(name)
    const mine = before ? before.then(act) : act()
    // The next action of the key waits for the end of this one, success or failure.
    const ended = mine.then(
      () => undefined,
      () => undefined,
    )
    last.set(name, ended)
    try {
      return await mine
    } finally {
      if (last.get(name) === ended) last.delete(name)
    }
  }
}
