/** Search parameters of an address: text, or several texts where a parameter is repeated. */
export type Search = Readonly<Record<string, string | readonly string[]>>

/** `?a=1&b=x&b=y` as {a: '1', b: ['x', 'y']}. Values stay text: the page parses them. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const found = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found.get(name)
    if (before === undefined) found.set(name, value)
    else found.set(name, Array.isArray(before) ? [...before, value] : [before, value])
  }
  return Object.fromEntries(found)
}

/** Writes search parameters; empty and undefined values are left out, which keeps the address short. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') text.append(name, String(one))
  return text.size > 0 ? `?${text}` : ''
}
