import { type RefObject, useEffect, useRef } from 'react'
import type { SlotAt } from './edit.ts'

/** Keeps the focus on a slot that a key has moved or made, wherever it stands in its line then; told on which weekday. */
export function useSlotFocus(grid: RefObject<HTMLElement | null>, chosen: SlotAt | undefined): (weekday: number) => void {
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined || !chosen) return
    grid.current?.querySelector<HTMLElement>(`[data-slot="${wanted.current}.${chosen.line}.${chosen.slot}"]`)?.focus()
    wanted.current = undefined
  }, [grid, chosen])
  return weekday => {
    wanted.current = weekday
  }
}
