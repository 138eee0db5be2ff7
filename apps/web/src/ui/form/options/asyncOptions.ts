import type { Option } from '../fields/SelectField.tsx'

/** What a list shows: what was found and what is chosen, each once; what is chosen last while one types, else first. */
export function offeredIn({
  found,
  names,
  chosen,
  isTyped,
}: {
  readonly found: readonly Option<string>[]
  readonly names: readonly Option<string>[]
  readonly chosen: readonly string[]
  readonly isTyped: boolean
}): readonly Option<string>[] {
  const others = chosen
    .filter(id => !found.some(one => one.value === id))
    .flatMap(id => names.find(name => name.value === id) ?? [])
  return isTyped ? [...found, ...others] : [...others, ...found]
}
