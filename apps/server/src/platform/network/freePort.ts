import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'

/** Above the ports that browsers refuse; all ranges end below the ephemeral ports of any kernel, 16,000 in gVisor, 32,768 in Linux. */
const FIRST = 10_100
const RANGES = 46
/** Ports of a range; the first one marks who owns it. */
const SIZE = 128

const listen = (port: number, onConnection?: (socket: Socket) => void) =>
  new Promise<Server | undefined>(done => {
    const server = createServer(onConnection)
    server.once('error', () => done(undefined))
    server.listen(port, '127.0.0.1', () => done(server))
  })

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port)
  if (!server) return false
  await new Promise(done => server.close(done))
  return true
}

/** Claims a range for the life of this process: its first port stays open, so that no other process claims it. */
async function claimRange(): Promise<number> {
  const own = process.pid % RANGES
  for (let index = 0; index < RANGES; index++) {
    const first = FIRST + ((own + index) % RANGES) * SIZE
    const mark = await listen(first, socket => socket.destroy())
    if (mark) {
      mark.unref()
      return first
    }
  }
  // More processes than ranges: this one shares.
  return FIRST + own * SIZE
}

let range: Promise<number> | undefined
let next = 0

/** A free port that neither an outgoing connection nor another process with this function takes before the server listens. */
export async function freePort(): Promise<number> {
  const first = await (range ??= claimRange())
  for (;;) {
    const port = first + 1 + (next++ % (SIZE - 1))
    if (await isFree(port)) return port
  }
}
