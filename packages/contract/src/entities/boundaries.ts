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

/** Has a boundary a ring whose lines meet elsewhere than at their ends? Such a one encloses nothing that people could name. */
export const crossThemselves = (boundaries: Boundaries): boolean => polygonsOf(boundaries).flat().some(meets)

function meets(ring: readonly Position[]): boolean {
  // A corner that was set twice is one.
  const corners = ring.filter((corner, at) => at === 0 || !isSame(corner, ring[at - 1]!))
  const lines = corners.slice(1).map((to, at) => [corners[at]!, to] as const)
  const last = lines.length - 1
  return lines.some(([from, to], at) => {
    // Back over the line just drawn.
    const onward = lines[at === last ? 0 : at + 1]![1]
    if (turn(from, to, onward) === 0 && (isOn(onward, from, to) || isOn(from, to, onward))) return true
    return lines.slice(at + 2, at === 0 ? last : undefined).some(other => touch([from, to], other))
  })
}

const isSame = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1]
/** To which side one turns at b on the way from a to c; 0 is straight on, or back. */
const turn = (a: Position, b: Position, c: Position) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
/** Does a point that lies in one line with two others lie between them? */
const isOn = ([x, y]: Position, a: Position, b: Position) =>
  Math.min(a[0], b[0]) <= x && x <= Math.max(a[0], b[0]) && Math.min(a[1], b[1]) <= y && y <= Math.max(a[1], b[1])

type Line = readonly [Position, Position]
function touch([a, b]: Line, [c, d]: Line): boolean {
  const one = turn(a, b, c)
  const two = turn(a, b, d)
  const three = turn(c, d, a)
  const four = turn(c, d, b)
  if (one !== two && three !== four) return true
  return (
    (one === 0 && isOn(c, a, b)) ||
    (two === 0 && isOn(d, a, b)) ||
    (three === 0 && isOn(a, c, d)) ||
    (four === 0 && isOn(b, c, d))
  )
}
