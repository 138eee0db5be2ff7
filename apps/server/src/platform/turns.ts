/** Lets what has the same name go one after the other: a hundred guesses at once are counted like a hundred in a row. */
export function turns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const before = last.get(name)
    const mine = before ? before.then(act) : act()
    // Whoever comes next waits for it, however it ends.
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
