import type { Logger } from './log.ts'

/** What slices tell each other; each slice adds its own messages by declaring them beside its door. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface Messages {}

type Listener<T> = (message: T) => void | Promise<void>

export interface Bus {
  on<K extends keyof Messages>(name: K, who: string, listener: Listener<Messages[K]>): () => void
  emit<K extends keyof Messages>(name: K, message: Messages[K]): void
  /** Resolves when nobody is busy with a message any more. */
  settled(): Promise<void>
}

/** What happened, told to whoever listens. A listener cannot break its neighbours: what it throws is logged with its name. */
export function bus(log: Logger): Bus {
  const listeners = new Map<keyof Messages, Set<{ who: string; listener: Listener<never> }>>()
  const busy = new Set<Promise<void>>()
  const follow = (done: Promise<void>, failed: (error: unknown) => void) => {
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
        const failed = (error: unknown) => log.error({ err: error, who, message: name }, 'listener failed')
        try {
          const done = listener(message as never) // safe: see on()
          if (done) follow(done, failed)
        } catch (error) {
          failed(error)
        }
      }
    },
    async settled() {
      // What ends may have told others.
      while (busy.size > 0) await Promise.all(busy)
    },
  }
}
