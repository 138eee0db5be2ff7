import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that systems give to connections that go out. */
const FIRST = 15_000
/** Programs that start beside one another mostly have pids of their own in this: each looks among other ports. */
const SHARES = 64
const SHARE = 256
let next = randomInt(SHARE)

const isFree = (port: number) =>
  new Promise<boolean>(done => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })

/** A free port of this machine that no connection and no other program that asks here takes before its server is up, or while that is down. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (process.pid % SHARES) * SHARE + (next++ % SHARE)
    if (await isFree(port)) return port
  }
}
