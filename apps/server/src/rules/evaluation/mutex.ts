import { setTimeout as wait } from 'node:timers/promises'

export type Release = () => void

/** Mutual exclusion. Holders follow one another in the order of their requests. */
export interface Mutex {
  acquire(): Promise<Release>
  /** Undefined when the mutex was not free within `ms`; the request is then withdrawn. */
  acquireWithin(ms: number): Promise<Release | undefined>
}

export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve()
  const acquire = async (): Promise<Release> => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await before
    return resolve
  }
  return {
    acquire,
    async acquireWithin(ms) {
      const request = acquire()
      const release = await Promise.race([request, wait(ms, undefined, { ref: false })])
      if (!release) void request.then(withdraw => withdraw())
      return release
    },
  }
}
