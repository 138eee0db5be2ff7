/** Of those on the map, those that tell best where a place is: in and beside the nearest on the way up to it; else all. */
export function nearestOnMap<T extends { readonly id: string; readonly parentId: string | null }>(
  mapped: readonly T[],
  way: readonly string[],
): readonly T[] {
  for (const id of way.toReversed()) {
    const candidates = mapped.filter(entity => entity.id === id || entity.parentId === id)
    if (candidates.length > 0) return candidates
  }
  return mapped
}
