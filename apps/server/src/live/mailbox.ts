/**
 * What waits for one slow reader: of each key only the newest message, keys in the order in which they came. It never grows
 * beyond `most` keys; then the oldest go.
 */
export interface Mailbox<T> {
  put(key: string, message: T): void
  take(): T | undefined
  /** Resolves when there is something to take or the reader goes; false when `ms` passed without. */
  wait(ms: number, signal: AbortSignal): Promise<boolean>
}

export function mailbox<T>(most: number): Mailbox<T> {
  const waiting = new Map<string, T>()
  let arrived: () => void = () => undefined
  return {
    put(key, message) {
      waiting.delete(key)
      waiting.set(key, message)
      if (waiting.size > most) waiting.delete(waiting.keys().next().value!)
      arrived()
    },
    take() {
      for (const [key, message] of waiting) {
        waiting.delete(key)
        return message
      }
      return undefined
    },
    async wait(ms, signal) {
      if (waiting.size > 0 || signal.aborted) return true
      return new Promise<boolean>(resolve => {
        const timer = setTimeout(() => done(false), ms)
        const gone = () => done(true)
        signal.addEventListener('abort', gone, { once: true })
        arrived = gone
        function done(something: boolean) {
          clearTimeout(timer)
          signal.removeEventListener('abort', gone)
          arrived = () => undefined
          resolve(something)
        }
      })
    },
  }
}
