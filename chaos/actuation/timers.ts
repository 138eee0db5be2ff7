// The timers of a program in a simulation: FAIL=virtual_timers puts them in the place of the real ones of one file.
import type { Timeline } from './timeline.ts'

let current: Timeline | undefined
export const useTimeline = (timeline: Timeline) => void (current = timeline)

// A program hands what setTimeout answers to clearTimeout alone: it may be the function that cancels.
export const setTimeout = (run: () => void, ms: number) => current?.after(ms, run) as unknown as NodeJS.Timeout | undefined
export const clearTimeout = (timer: NodeJS.Timeout | undefined) => (timer as unknown as (() => void) | undefined)?.()
