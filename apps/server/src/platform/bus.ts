import type { Logger } from './log.ts'

/** Messages between slices, by name. Each slice declares its own beside its door. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface Messages {}

type Listener<T> = (message: T) => void | Promise<void>

export interface Bus {
  on<K extends keyof Messages>(name: K, who: string, listener: Listener<Messages[K]>): () => void
  emit<K extends keyof Messages>(name: K, message: Messages[K]): void
  /** Resolves when no listener is running any more. */
  settled(): Promise<void>
}

/** In-process publish and subscribe. An error of a listener is logged with its name and stops no other listener. */
export function createBus(log: Logger): Bus {
  const listeners = new Map<keyof Messages, Set<{ who: string; listener: Listener<never> }>>()
  const busy = new Set<Promise<void>>()
  const track = (done: Promise<void>, failed: (error: unknown) => void) => {
    const end = done.catch(failed).finally(() => busy.delete(end))
    busy.add(end)
  }
  return {
    on(name, who, listener) {
      const entry = { who, listener: listener as Listener<never> } // safe: kept under its own name
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(entry))
      return () => void all.delete(entry)
    },
    emit(name, message) {
      for (const { who, listener } of listeners.get(name) ?? []) {
        const failed = (error: unknown) =>
          log.error({ err: error, who, message: name }, 'listener of a bus message failed, other listeners continue')
        try {
          const done = listener(message as never) // safe: see on()
          if (done) track(done, failed)
        } catch (error) {
          failed(error)
        }
      }
    },
    async settled() {
      // A listener that ends may have emitted further messages.
      while (busy.size > 0) await Promise.all(busy)
    },
  }
}
