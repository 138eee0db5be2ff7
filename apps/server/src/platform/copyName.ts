import { NAME_LENGTH } from '@steading/contract/http/fields'

/** The name of a copy: the next number in brackets that no taken name has. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  const [, base = name, n] = /^(.*?)(?: \((\d{1,3})\))?$/.exec(name) ?? []
  for (let next = Number(n ?? 1) + 1; ; next++) {
    const ending = ` (${next})`
    const copy = `${base.slice(0, NAME_LENGTH - ending.length).trimEnd()}${ending}`
    if (!taken.has(copy)) return copy
  }
}
