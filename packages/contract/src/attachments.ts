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
