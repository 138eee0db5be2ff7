import { useSyncExternalStore } from 'react'

/** Clock of the page; ticks every second while it has a subscriber. */
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const watchers = new Set<() => void>()

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const one of watchers) one()
  }, 1000)
  return () => {
    watchers.delete(watcher)
    if (watchers.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** Milliseconds since 1970. */
export const clock = { now: () => Date.now() }

/** Current time, updated every `seconds` (10 by default), so that displayed ages stay correct. */
export function useNow(seconds = 10): number {
  const step = seconds * 1000
  return useSyncExternalStore(subscribe, () => Math.floor((timer ? now : (now = Date.now())) / step) * step)
}
