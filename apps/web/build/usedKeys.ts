/** A string that may be a key, the stem of keys, or the begin of a key whose rest is computed (`species.${code}`). */
const candidate = /["'`]([a-zA-Z]\w*\.[\w.-]*)(["'`]|\$\{)/g

/** Finds the keys that code uses. Sees every key that is written out or begins with its written stem, at least `area.`. */
export function keyFinder(keys: readonly string[]): (code: string) => ReadonlySet<string> {
  const known = new Set(keys)
  const byBegin = new Map<string, readonly string[]>()
  const beginningWith = (begin: string) => {
    const found = byBegin.get(begin) ?? keys.filter(key => key.startsWith(begin))
    byBegin.set(begin, found)
    return found
  }
  return code => {
    const used = new Set<string>()
    for (const [, text = '', end] of code.matchAll(candidate)) {
      if (end !== '${' && known.has(text)) used.add(text)
      else for (const key of beginningWith(end === '${' || text.endsWith('.') ? text : `${text}.`)) used.add(key)
    }
    return used
  }
}
