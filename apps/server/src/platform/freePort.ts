import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that systems give to connections that go out. */
const RANGE = [15_000, 32_000] as const

const isFree = (port: number) =>
  new Promise<boolean>(done => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })

/** A free port of this machine that no connection takes before its server is up, or while that is down. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...RANGE)
    if (await isFree(port)) return port
  }
}
