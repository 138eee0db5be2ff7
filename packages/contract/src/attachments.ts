import { z } from 'zod'
import { Stamp, Who } from './http/fields.ts'

/**
 * Media types that are taken as attachments, each with the endings of its names, the usual one first; of a picture nothing is
 * kept but what it shows. Neither pages nor drawings: both can carry programs.
 */
export const ATTACHMENT_ENDINGS = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'image/gif': ['.gif'],
  'application/pdf': ['.pdf'],
  'text/plain': ['.txt'],
  'text/csv': ['.csv'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>

/** A file that hangs on something; its content has a call of its own. */
export const Attachment = z.object({
  name: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.number().int(),
  addedBy: Who.nullable(),
  addedUtc: Stamp,
})
export type Attachment = z.infer<typeof Attachment>
