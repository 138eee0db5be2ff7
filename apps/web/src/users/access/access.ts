/** Parent of an entity; undefined if unknown or at the top. */
export type ParentOf = (id: string) => string | undefined

const isBelow = (id: string, top: string, parentOf: ParentOf): boolean => {
  for (let at = parentOf(id), steps = 0; at !== undefined && steps < 64; at = parentOf(at), steps++) if (at === top) return true
  return false
}

/** Checkbox state of an entity: checked, partly, or not. `isInherited`: an ancestor is chosen. */
export function tickOf(
  id: string,
  chosen: readonly string[],
  parentOf: ParentOf,
): { checked: boolean | 'mixed'; isInherited: boolean } {
  const isInherited = chosen.some(top => isBelow(id, top, parentOf))
  if (isInherited || chosen.includes(id)) return { checked: true, isInherited }
  return { checked: chosen.some(one => isBelow(one, id, parentOf)) ? 'mixed' : false, isInherited: false }
}

/** Toggles an entity. Descendants of a chosen entity are removed, because they are included. */
export function toggled(id: string, chosen: readonly string[], parentOf: ParentOf): string[] {
  if (chosen.includes(id)) return chosen.filter(one => one !== id)
  return [...chosen.filter(one => !isBelow(one, id, parentOf)), id]
}
