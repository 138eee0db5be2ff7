/** What comes while others are on their way goes together after them: under load in few large steps, otherwise at once. */
export function together<T>(act: (all: readonly T[]) => Promise<void>): (one: T) => Promise<void> {
  let waiting: T[] = []
  let next: Promise<void> | null = null
  let current: Promise<unknown> = Promise.resolve()
  return one => {
    waiting.push(one)
    next ??= current.then(() => {
      const all = waiting
      waiting = []
      next = null
      const acting = act(all)
      current = acting.catch(() => undefined)
      return acting
    })
    return next
  }
}
