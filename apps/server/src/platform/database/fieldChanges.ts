export interface FieldChange {
  readonly field: string
  readonly old: unknown
  readonly new: unknown
}

type Fields = Readonly<Record<string, unknown>>

/** undefined, '' and [] count as null, so that an audit entry shows them as empty. */
const normalize = (value: unknown): unknown =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value

/** Fields that differ, as an audit entry lists them. */
export const fieldChanges = (before: Fields, after: Fields): FieldChange[] =>
  Object.keys(after)
    .map(field => ({ field, old: normalize(before[field]), new: normalize(after[field]) }))
    .filter(({ old, new: now }) => JSON.stringify(old) !== JSON.stringify(now))

/** Changes of a created object: all its fields. */
export const created = (fields: Fields): FieldChange[] => fieldChanges({}, fields)

/** Changes of a deleted object: its last values. */
export const deleted = (fields: Fields): FieldChange[] =>
  created(fields).map(({ field, new: old }) => ({ field, old, new: null }))

/** Change of a secret field: that it changed, without its values. */
export const redacted = (field: string): FieldChange => ({ field, old: '…', new: '…' })
