/** No call of the contract nests deeper. Recursive checks must not overflow the stack. */
const MAX_DEPTH = 64

/** Is parsed JSON nested at most MAX_DEPTH deep? Level by level, without recursion. */
export function isShallow(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap(one => (one !== null && typeof one === 'object' ? (Object.values(one) as unknown[]) : []))
    if (level.length === 0) return true
  }
  return false
}
