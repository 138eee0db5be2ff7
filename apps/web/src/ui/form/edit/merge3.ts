/** Deep equality of two form values; files are compared by identity. */
export const isEqual = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (!(a instanceof Blob) && !(b instanceof Blob) && JSON.stringify(a) === JSON.stringify(b))

type Values = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Three-way merge of one value: mine if it was changed, else the latest. Objects are merged key by key. */
function mergeValue(base: unknown, mine: unknown, latest: unknown): unknown {
  if (isEqual(mine, base)) return latest
  return isRecord(base) && isRecord(mine) && isRecord(latest) ? mergeValues(base, mine, latest) : mine
}

function mergeValues(base: Values, mine: Values, latest: Values): Values {
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(latest)])]
  const merged = keys.map(key => [key, mergeValue(base[key], mine[key], latest[key])] as const)
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

/**
 * Three-way merge of form values after a 409: untouched fields take the latest value of the server, changed ones keep mine.
 * If one field of a `together` group was changed, the whole group keeps mine.
 */
export function merge3<V extends object>(
  base: V,
  mine: V,
  latest: Partial<V>,
  together: readonly (readonly (keyof V)[])[] = [],
): Partial<V> {
  const keys = Object.keys(latest) as (keyof V)[] // safe: its own
  const isTouched = (key: keyof V) => !isEqual(mine[key], base[key])
  const keepsMine = (key: keyof V) => together.some(group => group.includes(key) && group.some(isTouched))
  return Object.fromEntries(
    keys.map(key => [key, keepsMine(key) ? mine[key] : mergeValue(base[key], mine[key], latest[key])]),
  ) as Partial<V> // safe: each key with a value of its own
}
