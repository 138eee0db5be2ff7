import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import type { Readable } from 'node:stream'

export type Mail = Email

/** A mail as a mail program would show it. */
export async function simpleParser(stream: Readable): Promise<Mail> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return PostalMime.parse(Buffer.concat(chunks))
}
