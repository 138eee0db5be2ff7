import type { Position } from '@steading/contract/entities/boundaries'
import { type Box, boxOf } from './features.ts'

/** The specification's: where a map begins that shows nothing. */
const portugal: Position = [-8, 39.6]
/** How near one place is shown: the place itself as the specification says; what it lies beside; among coasts and borders. */
export const zooms = { place: 16, nearby: 10, far: 7 } as const

/**
 * What a map shows at first: everything, no nearer than `nearest`; one place as near as is asked for; or the country that the
 * specification begins with.
 */
export function viewOf(around: readonly Position[], single: number, nearest: number = zooms.place) {
  const box: Box | undefined = boxOf(around)
  if (!box) return { center: [...portugal] as [number, number], zoom: zooms.far }
  const [west, south, east, north] = box
  if (west === east && south === north) return { center: [west, south] as [number, number], zoom: single }
  return {
    bounds: [west, south, east, north] as [number, number, number, number],
    fitBoundsOptions: { padding: 36, maxZoom: nearest },
  }
}

/** An outline that takes less of the view than this is not seen for one. */
const leastShare = 0.05

/** Whether one of these outlines is seen in a view of these places. */
function isSeen(around: readonly Position[], outlines: readonly (readonly Position[])[]): boolean {
  const view = boxOf(around)
  if (!view) return false
  const [west, south, east, north] = view
  const side = Math.max(east - west, north - south)
  return outlines.some(outline => {
    const [left, low, right, high] = boxOf(outline) ?? view
    const isInside = left <= east && right >= west && low <= north && high >= south
    return isInside && Math.max(right - left, high - low) >= side * leastShare
  })
}

/** The same of a map that has no tiles: where no outline is seen there is but land, so a coast or a border must tell. */
export const viewWithoutTiles = (around: readonly Position[], outlines: readonly (readonly Position[])[], single: number) =>
  isSeen(around, outlines) ? viewOf(around, single) : viewOf(around, zooms.far, zooms.far)

export type View = ReturnType<typeof viewOf>
