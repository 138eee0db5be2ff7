/** Answers by key for all callers, and one request in flight a key. */
export interface AnswerCache<T> {
  /** The stored answer while it is fresh, else a new one; where that fails, the last one while it is usable. */
  get(key: string, request: () => Promise<T>): Promise<StoredAnswer<T>>
}

export interface StoredAnswer<T> {
  readonly value: T
  /** ms UTC */
  readonly at: number
}

/**
 * `ttl`: ms that an answer is fresh; `usable`: ms that it stands in for a newer one that failed, none by default; `size`: answers at
 * most, the least recently used go first.
 */
export function createAnswerCache<T>({
  ttl,
  usable = 0,
  size,
  now,
}: {
  readonly ttl: number
  readonly usable?: number
  readonly size: number
  readonly now: () => number
}): AnswerCache<T> {
  const answers = new Map<string, StoredAnswer<T>>()
  const inFlight = new Map<string, Promise<StoredAnswer<T>>>()
  const store = (key: string, answer: StoredAnswer<T>) => {
    answers.delete(key)
    answers.set(key, answer)
    const oldest = answers.size > size ? answers.keys().next().value : undefined
    if (oldest !== undefined) answers.delete(oldest)
  }
  return {
    async get(key, request) {
      const stored = answers.get(key)
      if (stored && now() - stored.at < ttl) {
        store(key, stored)
        return stored
      }
      const running = inFlight.get(key)
      if (running) return running
      const asked = request()
        .then(value => {
          const answer = { value, at: now() }
          store(key, answer)
          return answer
        })
        .catch((error: unknown) => {
          if (stored && now() - stored.at < usable) return stored
          throw error
        })
        .finally(() => inFlight.delete(key))
      inFlight.set(key, asked)
      return asked
    },
  }
}
