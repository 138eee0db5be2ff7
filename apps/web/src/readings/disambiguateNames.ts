/** A sensor or device, and where it is. */
export interface NamedPlace {
  readonly id: string
  readonly name: string
  /** As it is called in full, with its farm: "Quinta do Paul | House 1"; undefined: not known. */
  readonly place: string | undefined
  /** What its smart box is called. */
  readonly box?: string | undefined
}

const SEPARATOR = ' | '
const farmOf = (place: string) => place.slice(0, Math.max(0, place.lastIndexOf(SEPARATOR)))
const houseOf = (place: string) =>
  place.includes(SEPARATOR) ? place.slice(place.lastIndexOf(SEPARATOR) + SEPARATOR.length) : place

const repeated = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.filter((word, at) => words.indexOf(word) !== at))

/**
 * Names by id, told apart: with its place where two are called alike or it stands elsewhere than `home`, the place that the
 * reader is at; `null`: at none, each has its place where there are several. The farm is said where there are several. What is alike even then is told by its smart box.
 */
export function disambiguateNames(ones: readonly NamedPlace[], home?: string | null): ReadonlyMap<string, string> {
  const all = [...new Map(ones.map(placed => [placed.id, placed])).values()]
  const places = [...new Set([...all.map(placed => placed.place), home ?? undefined].filter(one => one !== undefined))]
  const hasOneFarm = new Set(places.map(place => farmOf(place) || place)).size < 2
  const alike = repeated(all.map(placed => placed.name))
  const withPlace = all.map(({ name, place }) => {
    const isElsewhere = home === null ? places.length > 1 : home !== undefined && place !== home
    const isSaid = place !== undefined && (alike.has(name) || isElsewhere)
    return isSaid ? `${name} · ${hasOneFarm ? houseOf(place) : place}` : name
  })
  const still = repeated(withPlace)
  return new Map(
    all.map(({ id, box }, at) => {
      const words = withPlace[at] ?? ''
      return [id, box !== undefined && still.has(words) ? `${words} (${box})` : words]
    }),
  )
}
