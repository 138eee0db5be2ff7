import { byName } from '../../platform/page/sortNames.ts'

/** An entity as the tree needs it. */
export interface Place {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
}

/** A place in its row of the tree. */
export interface Row<P extends Place> {
  readonly place: P
  readonly depth: number
  readonly children: number
}

const inOrder = <P extends Place>(a: P, b: P) => byName(a.name, b.name)

/** The rows of the tree from its tops down, below what is open. A place whose parent is out of reach is a top. */
export function treeRows<P extends Place>(places: readonly P[], isOpen: (id: string) => boolean): readonly Row<P>[] {
  const known = new Set(places.map(place => place.id))
  const below = Map.groupBy(places.toSorted(inOrder), place =>
    place.parentId && known.has(place.parentId) ? place.parentId : '',
  )
  const rows: Row<P>[] = []
  const walk = (parent: string, depth: number) => {
    for (const place of below.get(parent) ?? []) {
      const children = below.get(place.id)?.length ?? 0
      rows.push({ place, depth, children })
      if (children > 0 && isOpen(place.id)) walk(place.id, depth + 1)
    }
  }
  walk('', 0)
  return rows
}

/** The places from the top down to one, itself included; empty when it is not known. */
export function wayTo<P extends Place>(places: readonly P[], id: string | undefined): readonly P[] {
  const byId = new Map(places.map(place => [place.id, place]))
  const way: P[] = []
  for (let at = id ? byId.get(id) : undefined; at && !way.includes(at); at = at.parentId ? byId.get(at.parentId) : undefined)
    way.unshift(at)
  return way
}
