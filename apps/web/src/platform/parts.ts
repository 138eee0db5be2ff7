import { offlineSince, serverAnswers } from './online.ts'

/** How a part learns whether the server is there, and when it is there again. */
interface Connection {
  readonly answers: () => Promise<boolean>
  readonly back: (gone: AbortSignal) => Promise<void>
}

/** A part of the program that is fetched when it is wanted, once. */
export interface Part<T> {
  /** What was fetched; undefined while it is not here. */
  readonly here: () => T | undefined
  /** One try. @throws what the browser says when the part does not come */
  readonly fetch: () => Promise<T>
  /** As many tries as it takes: without a connection it waits for it. @throws when the server is there and the part is not */
  readonly arrive: (gone: AbortSignal) => Promise<T>
}

/** A line may break once without being gone. */
const triesOnline = 2

export function part<T>(load: () => Promise<T>, connection: Connection = { answers: serverAnswers, back }): Part<T> {
  let here: T | undefined
  let coming: Promise<T> | undefined
  const fetch = async (): Promise<T> => {
    try {
      here ??= await (coming ??= load())
      return here
    } finally {
      coming = undefined
    }
  }
  const arrive = async (gone: AbortSignal): Promise<T> => {
    for (let tries = 0; ;) {
      try {
        return await fetch()
      } catch (error) {
        gone.throwIfAborted()
        if (!(await connection.answers())) await connection.back(gone)
        else if ((tries += 1) === triesOnline) throw error
        gone.throwIfAborted()
      }
    }
  }
  return { here: () => here, fetch, arrive }
}

/** Resolves as soon as the server can be reached. */
function back(gone: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (offlineSince.get() !== undefined) return
      end()
      resolve()
    }
    const leave = () => {
      end()
      reject(gone.reason)
    }
    const unsubscribe = offlineSince.subscribe(look)
    const end = () => {
      unsubscribe()
      gone.removeEventListener('abort', leave)
    }
    gone.addEventListener('abort', leave)
    look()
  })
}
