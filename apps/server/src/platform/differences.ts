export interface Difference {
  readonly field: string
  readonly old: unknown
  readonly new: unknown
}

type Fields = Readonly<Record<string, unknown>>

/** Field by field what became different, as audits tell it. */
export const differences = (before: Fields, after: Fields): Difference[] =>
  Object.keys(after)
    .filter(field => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .map(field => ({ field, old: before[field], new: after[field] }))

/** Of what nobody may read in a trace: that it changed. */
export const concealed = (field: string): Difference => ({ field, old: '…', new: '…' })
