import { onlineManager } from '@tanstack/react-query'
import { clock } from '../page/clock.ts'
import { store, useStore } from '../store.ts'

/** Since when the server cannot be reached (ms); undefined while it can. The last screen stays meanwhile. */
export const offlineSince = store<number | undefined>(undefined)

/** Whether the server cannot be reached: nothing that is sent would arrive. */
export const isOffline = (): boolean => offlineSince.get() !== undefined
export const useOffline = (): boolean => useStore(offlineSince) !== undefined

const probeSeconds = 5
let probe: ReturnType<typeof setInterval> | undefined

/** A call got no answer at all. Asks for the server until it answers; then every list and value is fetched anew. */
export function unreachable(): void {
  if (offlineSince.get() !== undefined) return
  offlineSince.set(clock.now())
  onlineManager.setOnline(false)
  probe ??= setInterval(() => {
    fetch('/services/health', { cache: 'no-store', headers: { 'x-background': '1' } }).then(reached, () => undefined)
  }, probeSeconds * 1000)
}

/** Asks whether the server is there, for those who got no answer by other ways than a call. */
export async function serverAnswers(): Promise<boolean> {
  try {
    await fetch('/meta.json', { cache: 'no-store' })
    reached()
    return true
  } catch {
    unreachable() // that there is no answer is the answer
    return false
  }
}

/** Any answer, even a refusal, proves the connection. */
export function reached(): void {
  if (offlineSince.get() === undefined) return
  clearInterval(probe)
  probe = undefined
  offlineSince.set(undefined)
  onlineManager.setOnline(true)
}

/** Looks after the server as soon as the browser says that its network came or went; what the server answers is what counts. */
export function watchNetwork(): void {
  onlineManager.setEventListener(() => {
    const look = () => void serverAnswers()
    for (const kind of ['online', 'offline'] as const) addEventListener(kind, look)
    return () => {
      for (const kind of ['online', 'offline'] as const) removeEventListener(kind, look)
    }
  })
}
