import type { z } from 'zod'

/**
 * Forward compatibility: how a client reads what a newer server sends. Unknown members are dropped by the schemas already. An
 * unknown enum member or kind, or a looser limit, leaves the value as it was sent: the server has validated it.
 */

/** Issues that a newer server may cause. A missing member or another type means that the sender is no such server. */
const TOLERATED: ReadonlySet<z.core.$ZodIssue['code']> = new Set([
  'invalid_value',
  'invalid_union',
  'unrecognized_keys',
  'invalid_format',
  'too_small',
  'too_big',
  'not_multiple_of',
])

export interface Tolerated<T> {
  readonly value: T
  /** The issues that were tolerated; absent: the value is what the schema describes. */
  readonly error?: z.ZodError
}

/** Parses a value that a newer server may have sent. Throws the ZodError of what no server of this kind sends. */
export function parseTolerantly<S extends z.ZodType>(schema: S, value: unknown): Tolerated<z.output<S>> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { value: parsed.data }
  const { error } = parsed
  if (!error.issues.every(issue => issue.path.length > 0 && TOLERATED.has(issue.code))) throw error
  return { value: value as z.output<S>, error } // safe enough: of the schema's shape save for members that this version does not know
}

/** The error of a message whose kind this version does not know: the discriminator of the union has no such value. */
export function unknownKind(schema: z.ZodType, value: unknown): z.ZodError | undefined {
  const { error } = schema.safeParse(value)
  return error?.issues.some(issue => issue.code === 'invalid_union' && issue.path.length === 1) ? error : undefined
}
