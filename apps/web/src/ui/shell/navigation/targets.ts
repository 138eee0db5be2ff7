import { normalizeForSearch } from '@steading/contract/http/searchText'
import type { ReactNode } from 'react'

interface Named {
  readonly name: string
  /** Where it belongs: the section of a page, the path of an entity. */
  readonly place?: string | undefined
  /** What else people call it; found by, not shown. */
  readonly also?: string | undefined
  /** The server found it for what is typed: it stays, where the server put it. */
  readonly isFound?: boolean
}

/** Something one can jump to, or do at once. */
export type Target = Named & { readonly icon?: ReactNode } & ({ readonly href: string } | { readonly act: () => void })

/** The targets in which every typed word begins a word, those whose name begins with it first; then what the server found. */
export function found<T extends Named>(targets: readonly T[], typed: string): readonly T[] {
  const words = normalizeForSearch(typed)
    .split(/[\s|]+/)
    .filter(Boolean)
  const fits = targets.filter(target => {
    const text = ` ${normalizeForSearch(`${target.name} ${target.place ?? ''} ${target.also ?? ''}`)}`
    return !target.isFound && words.every(word => text.includes(` ${word}`) || text.includes(`-${word}`))
  })
  const first = words[0] ?? ''
  return [
    ...fits.toSorted(
      (a, b) => Number(normalizeForSearch(b.name).startsWith(first)) - Number(normalizeForSearch(a.name).startsWith(first)),
    ),
    ...targets.filter(target => target.isFound),
  ]
}
