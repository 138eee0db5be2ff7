import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** What comes in one message of a box, as far as a plain program looks at it. */
interface Message {
  readonly r: readonly (readonly [number, number, unknown] | null)[]
}

/**
 * What many write themselves: a broker that keeps nothing, and one subscriber that compares each value with so many limits.
 * No reading is stored, no rule remembers anything, nobody would notice a crash.
 */
export async function plainSubscriber(limits: number) {
  const broker = await Aedes.createBroker()
  const server = createServer(socket => broker.handle(socket))
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // safe: a TCP server that listens
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`)
  await client.subscribeAsync('#', { qos: 1 })
  let readings = 0
  let comparisons = 0
  let met = 0
  client.on('message', (_, payload) => {
    const { r } = JSON.parse(payload.toString()) as Message // safe: our own publisher's
    for (const item of r) {
      if (!item) continue
      const value = Number(item[2])
      for (let index = 0; index < limits; index++) if (value > 1e9 + index) met++
      readings++
      comparisons += limits
    }
  })
  return {
    port,
    readings: () => readings,
    comparisons: () => comparisons,
    met: () => met,
    async stop() {
      await client.endAsync()
      await new Promise<void>(closed => broker.close(closed))
      await new Promise(closed => server.close(closed))
    },
  }
}
