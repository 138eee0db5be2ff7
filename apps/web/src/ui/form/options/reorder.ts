/** The same list with the one at `at` a place further up. */
export function earlier<T>(list: readonly T[], at: number): T[] {
  const next = [...list]
  const [one] = next.splice(at, 1)
  if (one !== undefined) next.splice(Math.max(0, at - 1), 0, one)
  return next
}
