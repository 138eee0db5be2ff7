const collators = new Map<string | undefined, Intl.Collator>()

/** How names are sorted, as the server does: Barn 2 before Barn 10. `language`: of words that are said in one. */
export function byName(a: string, b: string, language?: string): number {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return collator.compare(a, b)
}
