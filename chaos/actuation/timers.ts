// The timers of a program in a simulation: FAIL=virtual_timers puts them in the place of the real ones of one file.
import type { Timeline } from './timeline.ts'

let current: Timeline | undefined
export const useTimeline = (of: Timeline) => void (current = of)

export const setTimeout = (run: () => void, ms: number) => current?.after(ms, run)
export const clearTimeout = (cancel: (() => void) | undefined) => cancel?.()
