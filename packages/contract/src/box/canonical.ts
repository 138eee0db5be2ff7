/**
 * One text for one JSON value: keys sorted by UTF-16 code units, no white space, members without a value left out.
 * Hash its UTF-8 bytes with SHA-256 and write `sha256:` and 64 hex digits.
 * @throws TypeError on what JSON can't carry: NaN, Infinity, functions, bigint
 */
export const canonical = (value: unknown): string => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    members.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
  }
  throw new TypeError(`no JSON: ${typeof value}`)
}

export const HASH = /^sha256:[0-9a-f]{64}$/
