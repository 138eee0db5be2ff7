import { z } from 'zod'

/** [longitude, latitude] in degrees, as GeoJSON has it. */
export type Position = readonly [longitude: number, latitude: number]
export interface Boundaries {
  readonly type: 'Polygon' | 'MultiPolygon'
  readonly coordinates: readonly (readonly Position[])[] | readonly (readonly (readonly Position[])[])[]
}

/** Corners of all rings together: a drawing, not a survey. */
const MOST_CORNERS = 2000
/** Radius of the sphere that GeoJSON tools compute areas on, metres (WGS 84's equator). */
const EARTH = 6_378_137

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
const ring = z
  .array(position)
  .min(4)
  .max(MOST_CORNERS)
  .refine(([first, ...rest]) => first?.[0] === rest.at(-1)?.[0] && first?.[1] === rest.at(-1)?.[1])
const polygon = z.array(ring).min(1).max(50)
const geometry = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Polygon'), coordinates: polygon }),
  z.strictObject({ type: z.literal('MultiPolygon'), coordinates: z.array(polygon).min(1).max(50) }),
])

/** The polygons of a boundary, each an outer ring and its holes. */
export const polygonsOf = ({ type, coordinates }: Boundaries): readonly (readonly (readonly Position[])[])[] =>
  // safe, both: the type says how deep the coordinates are
  type === 'Polygon'
    ? [coordinates as readonly (readonly Position[])[]]
    : (coordinates as readonly (readonly (readonly Position[])[])[])

/** The boundaries of a text; undefined where it is none: no JSON, no closed polygon, off the globe, too many corners. */
export function readBoundaries(text: string): Boundaries | undefined {
  try {
    const read = geometry.safeParse(JSON.parse(text))
    if (!read.success) return undefined
    const corners = polygonsOf(read.data).flat(2).length
    return corners <= MOST_CORNERS ? read.data : undefined
  } catch {
    return undefined
  }
}

/** What boundaries enclose, m² on a sphere: the signed sum over each ring's edges, holes taken off. */
export const areaOf = (boundaries: Boundaries): number =>
  polygonsOf(boundaries).reduce(
    (sum, [outer = [], ...holes]) => sum + ringArea(outer) - holes.reduce((less, hole) => less + ringArea(hole), 0),
    0,
  )

const radians = (degrees: number) => (degrees * Math.PI) / 180

function ringArea(corners: readonly Position[]): number {
  let sum = 0
  corners.forEach(([longitude, latitude], at) => {
    const [nextLongitude, nextLatitude] = corners[(at + 1) % corners.length]!
    sum += radians(nextLongitude - longitude) * (2 + Math.sin(radians(latitude)) + Math.sin(radians(nextLatitude)))
  })
  return Math.abs((sum * EARTH * EARTH) / 2)
}
