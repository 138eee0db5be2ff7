import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody outside who is called while all is well, and notes when. */
export async function anOutside() {
  let isHanging = false
  let last = Number.NaN
  const server = createServer((_, response) => {
    if (isHanging) return
    last = performance.now()
    response.end('ok')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, // safe: it listens on TCP
    /** When the last call came, ms of performance.now(). */
    last: () => last,
    freeze: () => void (isHanging = true),
    thaw: () => void (isHanging = false),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type Outside = Awaited<ReturnType<typeof anOutside>>
