/** Answers by key for all callers, and one request in flight a key. */
export interface AnswerCache<T> {
  /** The stored answer while it is fresh, else a new one. A failure is not stored. */
  get(key: string, request: () => Promise<T>): Promise<StoredAnswer<T>>
}

export interface StoredAnswer<T> {
  readonly value: T
  /** ms UTC */
  readonly at: number
}

/** `ttl`: ms that an answer is fresh; `size`: answers at most, the least recently used go first. */
export function createAnswerCache<T>({
  ttl,
  size,
  now,
}: {
  readonly ttl: number
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
        .finally(() => inFlight.delete(key))
      inFlight.set(key, asked)
      return asked
    },
  }
}
