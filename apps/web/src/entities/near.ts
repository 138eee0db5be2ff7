/** Of those on the map, those that tell best where a place is: in and beside the nearest on the way up to it; else all. */
export function nearTo<T extends { readonly id: string; readonly parentId: string | null }>(
  mapped: readonly T[],
  way: readonly string[],
): readonly T[] {
  for (const id of way.toReversed()) {
    const there = mapped.filter(one => one.id === id || one.parentId === id)
    if (there.length > 0) return there
  }
  return mapped
}
