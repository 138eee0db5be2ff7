import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'

/** So many bytes must arrive in each interval (ms) while a body is being sent. */
export interface BodyPace {
  readonly every: number
  readonly bytes: number
}
/** A picture over the weakest mobile link is faster; 1 byte a second is an attack that holds connections. */
export const BODY_PACE: BodyPace = { every: 15_000, bytes: 2_048 }

/** Hook that ends requests whose body comes too slowly; `end` answers on the bare socket. */
export const bodyWatch =
  ({ every, bytes }: BodyPace, end: (socket: Socket) => void) =>
  async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    const { socket } = raw
    let seen = socket.bytesRead
    const timer = setInterval(() => {
      if (raw.complete || reply.raw.headersSent) return clearInterval(timer)
      const arrived = socket.bytesRead - seen
      seen = socket.bytesRead
      // Unread bytes wait here: then the platform is slow, not the caller.
      if (arrived >= bytes || raw.readableLength > 0) return
      clearInterval(timer)
      end(socket)
    }, every).unref()
    raw.once('close', () => clearInterval(timer))
  }
