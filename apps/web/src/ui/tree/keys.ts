import { normalizeForSearch } from '@steading/contract/http/searchText'

/** A visible row of a tree, as its keys see it. */
export interface Item {
  readonly name: string
  /** 1 at the top. */
  readonly level: number
  /** undefined: nothing below it. */
  readonly open: boolean | undefined
}

/** What a key does: the focus goes to a row, or a row is opened or closed. */
export type Step = { readonly focus: number } | { readonly turn: number; readonly open: boolean }

const parentOf = (items: readonly Item[], at: number) =>
  items.findLastIndex((item, index) => index < at && item.level < (items[at]?.level ?? 0))

/** The keys of a tree, as the pattern of the W3C has them; undefined where a key does nothing. */
export function stepOf(items: readonly Item[], at: number, key: string): Step | undefined {
  const here = items[at]
  if (!here) return undefined
  const to = (index: number): Step | undefined => (index >= 0 && index < items.length ? { focus: index } : undefined)
  switch (key) {
    case 'ArrowDown':
      return to(at + 1)
    case 'ArrowUp':
      return to(at - 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(items.length - 1)
    case 'ArrowRight':
      if (here.open === false) return { turn: at, open: true }
      return here.open && items[at + 1]?.level === here.level + 1 ? to(at + 1) : undefined
    case 'ArrowLeft':
      return here.open ? { turn: at, open: false } : to(parentOf(items, at))
    default:
      return undefined
  }
}

/** The next row, around the end, whose name begins with what was typed; a repeated letter goes from one to the next. */
export function typedAhead(items: readonly Item[], at: number, typed: string): number | undefined {
  const letters = [...normalizeForSearch(typed)]
  const isOne = letters.every(letter => letter === letters[0])
  const prefix = isOne ? (letters[0] ?? '') : letters.join('')
  if (prefix === '') return undefined
  const from = isOne ? at + 1 : at
  const found = items.findIndex((_, index) => normalizeForSearch(items[(from + index) % items.length]!.name).startsWith(prefix))
  return found < 0 ? undefined : (from + found) % items.length
}
