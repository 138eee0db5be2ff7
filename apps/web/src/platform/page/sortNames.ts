const collators = new Map<string | undefined, Intl.Collator>()

/** Natural sort order of names, as on the server: Barn 2 before Barn 10. `language`: for translated words. */
export function byName(a: string, b: string, language?: string): number {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return collator.compare(a, b)
}
