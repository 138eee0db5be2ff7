/** A thing that a page shows; of a batch, where it belongs to one. */
export interface Sample {
  readonly id: string
  readonly batch?: { readonly id: string } | null | undefined
}

/** The names of the parameters of a page: `/rules/{ruleId}/details` has `ruleId`. */
export const parametersOf = (pattern: string): readonly string[] => [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/**
 * The address of a page with the things that it shows. A thing of a batch is shown in its own batch. Undefined: there is nothing to
 * show.
 */
export function realPath(pattern: string, samples: Readonly<Record<string, Sample | undefined>>): string | undefined {
  const names = parametersOf(pattern)
  const last = samples[names.at(-1) ?? '']
  const idOf = (name: string) => (name === 'batchId' ? (last?.batch?.id ?? samples[name]?.id) : samples[name]?.id)
  if (names.some(name => idOf(name) === undefined)) return undefined
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(name)!)
}
