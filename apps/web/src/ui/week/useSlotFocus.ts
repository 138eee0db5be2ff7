import { type RefObject, useEffect, useRef } from 'react'
import type { SlotAt } from './weekValues.ts'

/** Keeps the focus on a slot that a key has moved or made, wherever it stands in its line then; told on which weekday. */
export function useSlotFocus(grid: RefObject<HTMLElement | null>, chosen: SlotAt | undefined): (weekday: number) => void {
  const pendingWeekday = useRef<number>(undefined)
  useEffect(() => {
    if (pendingWeekday.current === undefined || !chosen) return
    grid.current?.querySelector<HTMLElement>(`[data-slot="${pendingWeekday.current}.${chosen.line}.${chosen.slot}"]`)?.focus()
    pendingWeekday.current = undefined
  }, [grid, chosen])
  return weekday => {
    pendingWeekday.current = weekday
  }
}
