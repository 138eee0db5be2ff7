import type { Position } from '@steading/contract/boundaries'
import { type Box, boxOf } from './features.ts'

/** The specification's: where a map begins that shows nothing. */
const portugal: Position = [-8, 39.6]
/** How near one place is shown: the place itself as the specification says; what it lies beside; among coasts and borders. */
export const zooms = { place: 16, beside: 10, far: 7 } as const

/**
 * What a map shows at first: everything, one place as near as is asked for, or the country that the specification begins with.
 */
export function viewOf(around: readonly Position[], alone: number) {
  const box: Box | undefined = boxOf(around)
  if (!box) return { center: [...portugal] as [number, number], zoom: zooms.far }
  const [west, south, east, north] = box
  if (west === east && south === north) return { center: [west, south] as [number, number], zoom: alone }
  return {
    bounds: [west, south, east, north] as [number, number, number, number],
    fitBoundsOptions: { padding: 36, maxZoom: zooms.place },
  }
}
