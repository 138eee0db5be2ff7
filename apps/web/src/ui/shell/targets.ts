import { plain } from '@steading/contract/plain'
import type { ReactNode } from 'react'

/** Something one can jump to. */
export interface Target {
  readonly href: string
  readonly name: string
  /** Where it belongs: the section of a page, the path of an entity. */
  readonly place?: string | undefined
  readonly icon?: ReactNode
  /** The server found it for what is typed: it stays, where the server put it. */
  readonly isFound?: boolean
}

type Named = Pick<Target, 'name' | 'place' | 'isFound'>

/** The targets in which every typed word begins a word, those whose name begins with it first; then what the server found. */
export function found<T extends Named>(targets: readonly T[], typed: string): readonly T[] {
  const words = plain(typed)
    .split(/[\s|]+/)
    .filter(Boolean)
  const fits = targets.filter(one => {
    const text = ` ${plain(`${one.name} ${one.place ?? ''}`)}`
    return !one.isFound && words.every(word => text.includes(` ${word}`) || text.includes(`-${word}`))
  })
  const first = words[0] ?? ''
  return [
    ...fits.toSorted((a, b) => Number(plain(b.name).startsWith(first)) - Number(plain(a.name).startsWith(first))),
    ...targets.filter(one => one.isFound),
  ]
}
