import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Random } from '../random.ts'

export interface Conditions {
  /** ms one way. */
  readonly least: number
  readonly most: number
  /** Share of the pieces that the line loses: TCP sends them again, later and later, and all behind them wait. */
  readonly loss: number
  /** Bytes a second; Infinity. */
  readonly rate: number
}
export const CLEAR: Conditions = { least: 0, most: 0, loss: 0, rate: Infinity }

/** ms until TCP sends a lost piece again, for the first time. */
const RESEND = 200
const PIECE = 1400
/** Bytes on their way in one direction before the sender must wait. */
const MOST_UNDER_WAY = 65_536

interface Connection {
  readonly near: Socket
  readonly far: Socket
  /** Ends whose words, the last one included, reach nobody any more. */
  readonly silent: Set<Socket>
}

/** A TCP line to a port of this machine that can be slow, lossy, cut, or dead without anybody noticing. */
export async function aProxy(target: number, random: Pick<Random, 'between' | 'chance'>) {
  let conditions = CLEAR
  const connections = new Set<Connection>()
  const seen = { connections: 0, bytes: 0, lost: 0, cut: 0, stalled: 0, deafened: 0 }

  const delayOf = (bytes: number) => {
    let late = 0
    for (let left = bytes; left > 0; left -= PIECE)
      for (let wait = RESEND; random.chance(conditions.loss); wait *= 2) {
        late += wait
        seen.lost++
      }
    return random.between(conditions.least, conditions.most) + late
  }

  const forward = (from: Socket, to: Socket, { silent }: Connection) => {
    let last = 0
    let underWay = 0
    from.on('data', chunk => {
      seen.bytes += chunk.length
      if (silent.has(from)) return
      const now = performance.now()
      last = Math.max(last, now + delayOf(chunk.length)) + (chunk.length * 1000) / conditions.rate
      underWay += chunk.length
      if (underWay > MOST_UNDER_WAY) from.pause()
      setTimeout(() => {
        underWay -= chunk.length
        if (underWay <= MOST_UNDER_WAY) from.resume()
        if (!silent.has(from) && to.writable) to.write(chunk)
      }, last - now)
    })
    from.on('error', () => undefined)
    from.once('close', () => {
      if (silent.has(from)) return
      // What was sent before the end still arrives.
      setTimeout(() => to.destroy(), Math.max(0, last - performance.now()))
    })
  }

  const server = createServer(near => {
    const far = connect(target, '127.0.0.1')
    const connection: Connection = { near, far, silent: new Set() }
    connections.add(connection)
    seen.connections++
    for (const end of [near, far]) {
      end.setNoDelay(true)
      end.once('close', () => {
        if (near.destroyed && far.destroyed) connections.delete(connection)
      })
    }
    forward(near, far, connection)
    forward(far, near, connection)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))

  return {
    port: (server.address() as AddressInfo).port, // safe: it listens on TCP
    seen,
    become: (next: Partial<Conditions>) => void (conditions = { ...CLEAR, ...next }),
    /** Ends every connection, also those that are dead. */
    cut() {
      for (const { near, far } of connections) {
        seen.cut++
        near.destroy()
        far.destroy()
      }
    },
    /** From now on nothing passes over the connections there are, and neither end is told. */
    stall() {
      for (const { near, far, silent } of connections) {
        if (!silent.has(near)) seen.stalled++
        silent.add(near).add(far)
      }
    },
    /** From now on no answer comes back over the connections there are; what is asked still arrives. */
    deafen() {
      for (const { far, silent } of connections) {
        if (!silent.has(far)) seen.deafened++
        silent.add(far)
      }
    },
    close() {
      server.close()
      for (const { near, far } of connections) {
        near.destroy()
        far.destroy()
      }
    },
  }
}
export type Proxy = Awaited<ReturnType<typeof aProxy>>
