import { create as createContentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Download } from './call.ts'

/** RFC 6266: a plain name for old readers, the real one in UTF-8. Always an attachment, never run by the browser. */
export function sendFile(reply: FastifyReply, file: Download) {
  return reply
    .header('content-type', file.type)
    .header('content-disposition', createContentDisposition(file.name))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(file.content instanceof Readable ? file.content : Buffer.from(file.content))
}

/** Server-sent events, one message each; back-pressure of a slow reader reaches the source. */
export function sendStream(reply: FastifyReply, messages: AsyncIterable<unknown>, schema: z.ZodType) {
  async function* lines() {
    for await (const message of messages) yield `data: ${JSON.stringify(schema.parse(message))}\n\n`
  }
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(lines()))
}
