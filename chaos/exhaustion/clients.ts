import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** Sockets that stay open for as long as the other end lets them. */
interface Clients {
  readonly open: () => number
  /** Of all that were open at a time. */
  readonly most: () => number
  close(): void
}

/** Half of them send a byte of a header a second, half of them a byte of a body. */
export const slowClients = (port: number, count: number): Promise<Clients> =>
  many(port, count, (socket, index) => {
    const body = index % 2 === 0
    socket.write(
      body
        ? 'POST /services/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{'
        : 'GET /services/health HTTP/1.1\r\nHost: x\r\n',
    )
    const timer = setInterval(() => socket.writable && socket.write(body ? ' ' : 'a'), 1000)
    socket.once('close', () => clearInterval(timer))
  })

/** Connections to the broker that never say who they are. */
export const idleBoxes = (port: number, count: number): Promise<Clients> => many(port, count, () => undefined)

async function many(port: number, count: number, begin: (socket: Socket, index: number) => void): Promise<Clients> {
  const sockets = new Set<Socket>()
  let most = 0
  for (let index = 0; index < count; index++) {
    const socket = connect(port, '127.0.0.1')
    // The answer that ends it is read, as a client would.
    socket.resume()
    socket.on('error', () => undefined)
    await new Promise<void>(done => {
      socket.once('connect', () => {
        sockets.add(socket)
        most = Math.max(most, sockets.size)
        begin(socket, index)
        done()
      })
      socket.once('close', () => {
        sockets.delete(socket)
        done()
      })
    })
  }
  return {
    open: () => sockets.size,
    most: () => most,
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
