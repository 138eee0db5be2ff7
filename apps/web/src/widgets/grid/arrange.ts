import { COLUMNS as columns } from '@steading/contract/widgets/grid'
import { type LayoutItem, moveElement, verticalCompactor } from 'react-grid-layout'

export type Step = 'left' | 'right' | 'up' | 'down'
const steps: Readonly<Record<Step, readonly [x: number, y: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
}

const keys: Readonly<Record<string, Step>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }
/** What a key asks for while a tile has the focus. */
export const stepOf = (key: string): Step | undefined => keys[key]

const isSame = (a: readonly LayoutItem[], b: readonly LayoutItem[]) =>
  a.every(
    (layoutItem, at) =>
      layoutItem.x === b[at]?.x && layoutItem.y === b[at].y && layoutItem.w === b[at].w && layoutItem.h === b[at].h,
  )

/** Far enough to pass whatever lies in the way. */
const mostRows = (layout: readonly LayoutItem[]) => layout.reduce((sum, layoutItem) => sum + layoutItem.h, 0)

/**
 * A tile one step away, as dragging would put it: what is in the way makes room, and nothing floats. Up and down it goes as far
 * as it takes to pass its neighbour. Undefined where there is no way.
 */
export function moved(layout: readonly LayoutItem[], id: string, step: Step): readonly LayoutItem[] | undefined {
  const tile = layout.find(layoutItem => layoutItem.i === id)
  if (!tile) return undefined
  const [dx, dy] = steps[step]
  const most = dx === 0 ? mostRows(layout) : 1
  for (let far = 1; far <= most; far++) {
    const [x, y] = [tile.x + dx * far, tile.y + dy * far]
    if (x < 0 || x + tile.w > columns || y < 0) return undefined
    const copy = layout.map(layoutItem => ({ ...layoutItem }))
    const mine = copy.find(one => one.i === id)
    if (!mine) return undefined
    const compacted = verticalCompactor.compact(moveElement(copy, mine, x, y, true, false, 'vertical', columns), columns)
    const inOrder = layout
      .map(({ i }) => compacted.find(layoutItem => layoutItem.i === i))
      .filter(layoutItem => layoutItem !== undefined)
    if (!isSame(inOrder, layout)) return inOrder
  }
  return undefined
}

/** A tile wider, narrower, higher or lower by one, within the bounds of its type and the grid; undefined beyond them. */
export function resized(layout: readonly LayoutItem[], id: string, step: Step): readonly LayoutItem[] | undefined {
  const tile = layout.find(layoutItem => layoutItem.i === id)
  if (!tile) return undefined
  const [dx, dy] = steps[step]
  const [w, h] = [tile.w + dx, tile.h + dy]
  const { minW = 1, minH = 1, maxW = columns, maxH = Number.POSITIVE_INFINITY } = tile
  if (w < minW || w > maxW || h < minH || h > maxH || tile.x + w > columns) return undefined
  const copy = layout.map(layoutItem => (layoutItem.i === id ? { ...layoutItem, w, h } : { ...layoutItem }))
  return verticalCompactor.compact(copy, columns)
}
