import { type Boundaries, type Position, polygonsOf, readBoundaries } from '@steading/contract/entities/boundaries'

type Ring = readonly Position[]
type Polygon = readonly Ring[]

/** Decimals of a degree that are drawn: a centimetre. */
const decimals = 1e7
const round = ([longitude, latitude]: Position): Position => [
  Math.round(longitude * decimals) / decimals,
  Math.round(latitude * decimals) / decimals,
]

/** The areas of a boundary: those that can be drawn anew, and those with holes, which stay as they are. */
export function toAreas(text: string | null | undefined): {
  readonly drawn: readonly Ring[]
  readonly fixed: readonly Polygon[]
} {
  const boundaries = text ? readBoundaries(text) : undefined
  const polygons = boundaries ? polygonsOf(boundaries) : []
  return {
    drawn: polygons.flatMap(polygon => (polygon.length === 1 ? [polygon[0]!.map(round)] : [])),
    fixed: polygons.filter(polygon => polygon.length > 1),
  }
}

/** A boundary of these areas as text; null of none. */
export function toBoundaryText(drawn: readonly Ring[], fixed: readonly Polygon[]): string | null {
  const polygons: readonly Polygon[] = [...drawn.map(ring => [ring.map(round)]), ...fixed]
  const [first, ...others] = polygons
  if (!first) return null
  const boundaries: Boundaries =
    others.length === 0 ? { type: 'Polygon', coordinates: first } : { type: 'MultiPolygon', coordinates: polygons }
  return JSON.stringify(boundaries)
}

export type Box = readonly [west: number, south: number, east: number, north: number]

/** What all of these lie in; undefined of nothing. */
export function boxOf(positions: readonly Position[]): Box | undefined {
  if (positions.length === 0) return undefined
  const at = (index: 0 | 1) => positions.map(position => position[index])
  return [
    at(0).reduce((a, b) => Math.min(a, b)),
    at(1).reduce((a, b) => Math.min(a, b)),
    at(0).reduce((a, b) => Math.max(a, b)),
    at(1).reduce((a, b) => Math.max(a, b)),
  ]
}
