/** A finger that moves less than this has not said yet which way it goes (px). */
const slopPx = 8

interface Point {
  readonly x: number
  readonly y: number
}

/** The axis of a touch gesture: undefined within the slop. A diagonal counts as vertical, so that in doubt the page scrolls. */
export function gestureAxis(from: Point, to: Point): 'x' | 'y' | undefined {
  const dx = Math.abs(to.x - from.x)
  const dy = Math.abs(to.y - from.y)
  if (Math.max(dx, dy) < slopPx) return undefined
  return dx > dy ? 'x' : 'y'
}

export interface Scale {
  readonly min: number
  readonly max: number
  readonly step: number
}

/** The nearest step within the bounds. */
export function snapToStep(value: number, { min, max, step }: Scale): number {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)))
  return Number(Math.min(max, Math.max(min, Math.round(value / step) * step)).toFixed(decimals))
}

/** The value after a drag by a share of the track's width (-1 to 1). */
export const draggedValue = (from: number, share: number, scale: Scale): number =>
  snapToStep(from + share * (scale.max - scale.min), scale)
