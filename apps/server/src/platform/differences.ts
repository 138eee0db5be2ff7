export interface Difference {
  readonly field: string
  readonly old: unknown
  readonly new: unknown
}

type Fields = Readonly<Record<string, unknown>>

/** Nothing is null, however it is written: a field left out of a trace would be no field at all. */
const said = (value: unknown): unknown =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value

/** Field by field what became different, as audits tell it. */
export const differences = (before: Fields, after: Fields): Difference[] =>
  Object.keys(after)
    .map(field => ({ field, old: said(before[field]), new: said(after[field]) }))
    .filter(({ old, new: now }) => JSON.stringify(old) !== JSON.stringify(now))

/** What something was made with. */
export const made = (fields: Fields): Difference[] => differences({}, fields)

/** What was there before it went. */
export const gone = (fields: Fields): Difference[] => made(fields).map(({ field, new: old }) => ({ field, old, new: null }))

/** Of what nobody may read in a trace: that it changed. */
export const concealed = (field: string): Difference => ({ field, old: '…', new: '…' })
