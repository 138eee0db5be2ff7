import { offlineSince, serverAnswers } from '../session/online.ts'

/** Whether the server answers, and a promise that resolves when it does again. */
interface Connection {
  readonly answers: () => Promise<boolean>
  readonly reconnected: (signal: AbortSignal) => Promise<void>
}

/** A memoised lazy module; retries after an outage. */
export interface LazyModule<T> {
  /** The loaded module; undefined before that. */
  readonly current: () => T | undefined
  /** One attempt. @throws the error of the browser if the download fails */
  readonly fetch: () => Promise<T>
  /** Retries until the module is loaded; waits while offline. @throws if the server answers but the module cannot be loaded */
  readonly load: (signal: AbortSignal) => Promise<T>
}

/** Attempts while the server answers: one download may fail on a bad line. */
const ONLINE_ATTEMPTS = 2

export function lazyModule<T>(
  load: () => Promise<T>,
  connection: Connection = { answers: serverAnswers, reconnected },
): LazyModule<T> {
  let current: T | undefined
  let pending: Promise<T> | undefined
  const fetch = async (): Promise<T> => {
    try {
      current ??= await (pending ??= load())
      return current
    } finally {
      pending = undefined
    }
  }
  const loadWithRetries = async (signal: AbortSignal): Promise<T> => {
    for (let tries = 0; ;) {
      try {
        return await fetch()
      } catch (error) {
        signal.throwIfAborted()
        if (!(await connection.answers())) await connection.reconnected(signal)
        else if ((tries += 1) === ONLINE_ATTEMPTS) throw error
        signal.throwIfAborted()
      }
    }
  }
  return { current: () => current, fetch, load: loadWithRetries }
}

/** Resolves as soon as the server can be reached. */
function reconnected(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (offlineSince.get() !== undefined) return
      end()
      resolve()
    }
    const leave = () => {
      end()
      reject(signal.reason)
    }
    const unsubscribe = offlineSince.subscribe(look)
    const end = () => {
      unsubscribe()
      signal.removeEventListener('abort', leave)
    }
    signal.addEventListener('abort', leave)
    look()
  })
}
