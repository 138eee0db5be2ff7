import { COLUMNS } from '@steading/contract/widgets/grid'
import { type DragEvent, type PointerEvent, useEffect, useState } from 'react'

/** Height of a row of the grid (px). */
const ROW = 92

interface Cell {
  readonly column: number
  readonly row: number
}

/** Where a pointer is in the grid of its element, in cells; undefined where the grid has no columns to drag in. */
function cellOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Cell | undefined {
  const grid = currentTarget.closest('.dash-grid')
  if (!grid) return undefined
  const { gridTemplateColumns, columnGap } = getComputedStyle(grid)
  if (gridTemplateColumns.split(' ').length !== COLUMNS) return undefined
  const gap = Number.parseFloat(columnGap)
  const { left, top, width } = grid.getBoundingClientRect()
  return { column: (clientX - left) / ((width + gap) / COLUMNS), row: (clientY - top) / (ROW + gap) }
}

/**
 * Drags by mouse, pen or finger in steps of cells. The element keeps the pointer, whatever lies below it. `show` and `keep`: where
 * it is, in cells from where it began; `cancel`: it ended elsewhere, or by Escape.
 */
export function useDrag(
  show: (columns: number, rows: number) => void,
  keep: (columns: number, rows: number) => void,
  cancel: () => void,
) {
  const [from, setFrom] = useState<Cell>()
  const at = (event: PointerEvent<HTMLElement>, then: typeof show) => {
    const to = from && cellOf(event)
    if (to) then(Math.round(to.column - from.column), Math.round(to.row - from.row))
  }
  const end = () => {
    if (!from) return
    setFrom(undefined)
    cancel()
  }
  useEffect(() => {
    if (!from) return undefined
    const press = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setFrom(undefined)
      cancel()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [from, cancel])
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isOfButton = event.target instanceof Element && event.target.closest('.edit-tool:not(.edit-handle)') !== null
      const cell = cellOf(event)
      if (event.button !== 0 || isOfButton || !cell) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setFrom(cell)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => at(event, show),
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      at(event, keep)
      setFrom(undefined)
    },
    onPointerCancel: end,
    // Selected text that reaches over the element would be dragged instead, and take the pointer away.
    onDragStart: (event: DragEvent) => event.preventDefault(),
    onLostPointerCapture: end,
  }
}
