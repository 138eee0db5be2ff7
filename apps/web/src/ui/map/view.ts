import type { Position } from '@steading/contract/boundaries'
import { type Box, boxOf } from './features.ts'

/** The specification's: where a map begins that shows nothing, and how near it shows a place. */
const portugal: Position = [-8, 39.6]
const [farZoom, placeZoom] = [7, 16]

/**
 * What a map shows at first: everything, one place, or the country that the specification begins with. One place alone is
 * near where tiles show what is there or something is drawn, else so far that there is a coast or a border to know it by.
 */
export function viewOf(around: readonly Position[], isNear: boolean) {
  const box: Box | undefined = boxOf(around)
  if (!box) return { center: [...portugal] as [number, number], zoom: farZoom }
  const [west, south, east, north] = box
  if (west === east && south === north) return { center: [west, south] as [number, number], zoom: isNear ? placeZoom : farZoom }
  return {
    bounds: [west, south, east, north] as [number, number, number, number],
    fitBoundsOptions: { padding: 36, maxZoom: placeZoom },
  }
}
