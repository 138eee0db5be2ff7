import { COLUMNS as columns } from '@steading/contract/widgets/grid'
import { type LayoutItem, moveElement, verticalCompactor } from 'react-grid-layout/core'

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

const copyOf = (layout: readonly LayoutItem[]) => layout.map(layoutItem => ({ ...layoutItem }))

/** Without gaps above any tile; the order of the list stays. */
export function compacted(layout: readonly LayoutItem[]): readonly LayoutItem[] {
  const tiles = verticalCompactor.compact(copyOf(layout), columns)
  return layout.flatMap(({ i }) => tiles.find(tile => tile.i === i) ?? [])
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

/** A tile at another place within the grid: what is in the way makes room, and nothing floats. */
export function movedTo(layout: readonly LayoutItem[], id: string, to: { readonly x: number; readonly y: number }) {
  const copy = copyOf(layout)
  const tile = copy.find(({ i }) => i === id)
  if (!tile) return layout
  const [x, y] = [within(to.x, 0, columns - tile.w), Math.max(0, to.y)]
  const tiles = moveElement(copy, tile, x, y, true, false, 'vertical', columns)
  return compacted(copy.flatMap(({ i }) => tiles.find(one => one.i === i) ?? []))
}

/** A tile in another size, within the bounds of its type and the grid. */
export function resizedTo(layout: readonly LayoutItem[], id: string, to: { readonly w: number; readonly h: number }) {
  const size = ({ x, minW = 1, minH = 1, maxW = columns, maxH = Number.POSITIVE_INFINITY }: LayoutItem) => ({
    w: within(to.w, minW, Math.min(maxW, columns - x)),
    h: within(to.h, minH, maxH),
  })
  return compacted(layout.map(layoutItem => (layoutItem.i === id ? { ...layoutItem, ...size(layoutItem) } : layoutItem)))
}

/** A tile one step away. Up and down it goes as far as it takes to pass its neighbour. Undefined where there is no way. */
export function moved(layout: readonly LayoutItem[], id: string, step: Step): readonly LayoutItem[] | undefined {
  const tile = layout.find(layoutItem => layoutItem.i === id)
  if (!tile) return undefined
  const [dx, dy] = steps[step]
  const most = dx === 0 ? mostRows(layout) : 1
  for (let far = 1; far <= most; far++) {
    const [x, y] = [tile.x + dx * far, tile.y + dy * far]
    if (x < 0 || x + tile.w > columns || y < 0) return undefined
    const next = movedTo(layout, id, { x, y })
    if (!isSame(next, layout)) return next
  }
  return undefined
}

/** A tile wider, narrower, higher or lower by one; undefined beyond its bounds. */
export function resized(layout: readonly LayoutItem[], id: string, step: Step): readonly LayoutItem[] | undefined {
  const tile = layout.find(layoutItem => layoutItem.i === id)
  if (!tile) return undefined
  const [dx, dy] = steps[step]
  const next = resizedTo(layout, id, { w: tile.w + dx, h: tile.h + dy })
  const after = next.find(layoutItem => layoutItem.i === id)
  return after?.w === tile.w && after.h === tile.h ? undefined : next
}
