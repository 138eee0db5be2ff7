import { z } from 'zod'
import { Id } from '../http/fields.ts'
import { Factor, Offset } from '../http/numbers.ts'

export const VIRTUAL_OPERATIONS = ['AVG', 'SUM', 'MIN', 'MAX', 'DIFF', 'SCALE'] as const
/** Sources of one virtual interface, at most. */
export const MOST_SOURCES = 16

/**
 * How a virtual interface comes to its value: of the newest values of interfaces of its own terminal, whenever one of them is
 * read and all are valid. DIFF takes the second from the first; SCALE is a × value + b.
 */
const virtual = (isWhole: boolean) =>
  z.discriminatedUnion('operation', [
    z.strictObject({
      operation: z.enum(['AVG', 'SUM', 'MIN', 'MAX']),
      sourceIds: z
        .array(Id)
        .min(isWhole ? 1 : 0)
        .max(MOST_SOURCES),
    }),
    z.strictObject({
      operation: z.literal('DIFF'),
      sourceIds: z
        .array(Id)
        .min(isWhole ? 2 : 0)
        .max(2),
    }),
    z.strictObject({
      operation: z.literal('SCALE'),
      sourceIds: z
        .array(Id)
        .min(isWhole ? 1 : 0)
        .max(1),
      a: Factor,
      b: Offset.default(0),
    }),
  ])
export const Virtual = virtual(true)
/** The same, of the sources those alone that somebody sees. */
export const SeenVirtual = virtual(false)
export type Virtual = z.infer<typeof Virtual>
