import { z } from 'zod'
import { Id } from '../http/fields.ts'

/** A batch where another thing names it. */
export const BatchRef = z.object({ id: Id, code: z.string() })
export type BatchRef = z.infer<typeof BatchRef>

/** An instant in the life of a batch. */
export const BatchDay = z.object({
  /** The local day, counted from that of the opening, which is 1. */
  day: z.int(),
  /** days; null: no animals entered yet. */
  age: z.int().nullable(),
})
export type BatchDay = z.infer<typeof BatchDay>
