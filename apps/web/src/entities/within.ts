interface EntityPath {
  readonly id: string
  readonly parentId: string | null
}

/** Those of a tree that are `top` or lie below it; all without a top. */
export function within<T extends EntityPath>(all: readonly T[], top: string | undefined): readonly T[] {
  if (top === undefined) return all
  const parents = new Map(all.map(entity => [entity.id, entity.parentId]))
  const isWithin = (id: string | null | undefined, steps: number): boolean =>
    id === top || (id !== null && id !== undefined && steps > 0 && isWithin(parents.get(id), steps - 1))
  return all.filter(({ id }) => isWithin(id, all.length))
}
