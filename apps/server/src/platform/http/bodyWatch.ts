import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'

/** Minimum bytes per interval (ms) while a body is being received. */
export interface BodyRate {
  readonly interval: number
  readonly bytes: number
}
/** The weakest mobile link is faster; 1 byte a second is an attack that holds connections. */
export const MIN_BODY_RATE: BodyRate = { interval: 15_000, bytes: 2_048 }

/** Hook that ends requests whose body arrives too slowly; `end` answers on the raw socket. */
export const bodyWatch =
  ({ interval, bytes }: BodyRate, end: (socket: Socket) => void) =>
  async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    const { socket } = raw
    let seen = socket.bytesRead
    const timer = setInterval(() => {
      if (raw.complete || reply.raw.headersSent) return clearInterval(timer)
      const arrived = socket.bytesRead - seen
      seen = socket.bytesRead
      // Unread bytes are buffered: the platform is slow, not the caller.
      if (arrived >= bytes || raw.readableLength > 0) return
      clearInterval(timer)
      end(socket)
    }, interval).unref()
    raw.once('close', () => clearInterval(timer))
  }
