import type { LayoutItem } from './dashboards.ts'

export const COLUMNS = 12

/** Whether two places share a cell. */
export const meet = (a: Omit<LayoutItem, 'id'>, b: Omit<LayoutItem, 'id'>) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

/** The first row below everything. */
export const bottomOf = (layout: readonly LayoutItem[]) => Math.max(0, ...layout.map(item => item.y + item.h))

/** The first place, row by row, where a widget of this size meets no other. */
export function freePlace(
  taken: readonly LayoutItem[],
  size: { readonly w: number; readonly h: number },
): Omit<LayoutItem, 'id'> {
  const bottom = bottomOf(taken)
  for (let y = 0; y < bottom; y++)
    for (let x = 0; x + size.w <= COLUMNS; x++) {
      const place = { x, y, ...size }
      if (!taken.some(item => meet(item, place))) return place
    }
  return { x: 0, y: bottom, ...size }
}

/** Two widgets that lie on each other, if any. */
export const overlap = (layout: readonly LayoutItem[]): readonly [LayoutItem, LayoutItem] | undefined => {
  for (const [index, a] of layout.entries()) for (const b of layout.slice(index + 1)) if (meet(a, b)) return [a, b]
  return undefined
}
