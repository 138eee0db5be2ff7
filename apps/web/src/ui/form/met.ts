/** Do two entries hold the same? A file is only itself. */
export const same = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (!(a instanceof Blob) && !(b instanceof Blob) && JSON.stringify(a) === JSON.stringify(b))

type Entries = Readonly<Record<string, unknown>>
const isEntries = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** What an entry holds once somebody else's is known: mine where I changed it, else theirs; of entries within it each by itself. */
function entry(began: unknown, mine: unknown, theirs: unknown): unknown {
  if (same(mine, began)) return theirs
  return isEntries(began) && isEntries(mine) && isEntries(theirs) ? entries(began, mine, theirs) : mine
}

function entries(began: Entries, mine: Entries, theirs: Entries): Entries {
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  const merged = keys.map(key => [key, entry(began[key], mine[key], theirs[key])] as const)
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

/**
 * The values of a form after somebody else has saved: those that were not touched are theirs, the others stay. Entries that say
 * one thing together stay together.
 */
export function met<V extends object>(
  began: V,
  mine: V,
  theirs: Partial<V>,
  together: readonly (readonly (keyof V)[])[] = [],
): Partial<V> {
  const keys = Object.keys(theirs) as (keyof V)[] // safe: its own
  const isTouched = (key: keyof V) => !same(mine[key], began[key])
  const kept = (key: keyof V) => together.some(group => group.includes(key) && group.some(isTouched))
  return Object.fromEntries(
    keys.map(key => [key, kept(key) ? mine[key] : entry(began[key], mine[key], theirs[key])]),
  ) as Partial<V> // safe: each key with a value of its own
}
