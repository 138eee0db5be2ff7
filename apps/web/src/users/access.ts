/** What stands directly above something; undefined for what is not known or stands at the top. */
export type ParentOf = (id: string) => string | undefined

const isBelow = (id: string, top: string, parentOf: ParentOf): boolean => {
  for (let at = parentOf(id), steps = 0; at !== undefined && steps < 64; at = parentOf(at), steps++) if (at === top) return true
  return false
}

/** Whether somebody may see a place: all of it, some of what lies below it, or nothing; `along` says that what lies above brings it. */
export function tickOf(
  id: string,
  chosen: readonly string[],
  parentOf: ParentOf,
): { checked: boolean | 'mixed'; along: boolean } {
  const along = chosen.some(top => isBelow(id, top, parentOf))
  if (along || chosen.includes(id)) return { checked: true, along }
  return { checked: chosen.some(one => isBelow(one, id, parentOf)) ? 'mixed' : false, along: false }
}

/** The chosen places with one turned on or off; what lies below a place that is chosen needs no mention of its own. */
export function turned(id: string, chosen: readonly string[], parentOf: ParentOf): string[] {
  if (chosen.includes(id)) return chosen.filter(one => one !== id)
  return [...chosen.filter(one => !isBelow(one, id, parentOf)), id]
}
