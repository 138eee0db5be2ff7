import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Above the ports that browsers refuse; all ranges end below the ephemeral ports of any kernel, 16,000 in gVisor, 32,768 in Linux. */
const FIRST = 10_100
/** Number of port ranges. Processes that start at the same time have different pids and search different ranges. */
const SHARES = 23
const SHARE = 256
let next = randomInt(SHARE)

const isFree = (port: number) =>
  new Promise<boolean>(done => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })

/** A free port that neither an outgoing connection nor another caller of this function takes before the server listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (process.pid % SHARES) * SHARE + (next++ % SHARE)
    if (await isFree(port)) return port
  }
}
