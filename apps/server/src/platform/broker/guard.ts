import { LIMITS } from '@steading/contract/box/messages'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { createHeaderReader, PACKET } from './headers.ts'
import type { FixedHeader } from './headers.ts'

export interface GuardOptions {
  /** Ms that no clock change moves. */
  readonly mono: () => number
  /** Messages a second; beyond it the socket waits. */
  readonly rate: number
  readonly onCut: (why: string) => void
}

export interface Guard {
  /** What the broker handles in place of the socket. */
  readonly stream: Duplex
  /** The login succeeded: packets after CONNECT may pass. */
  admit(): void
  /** When the last packet began. */
  lastPacketAt(): number
}

const allowedTypes: ReadonlySet<number> = new Set(Object.values(PACKET))

/** Why a packet is refused, judged by its fixed header; null: it may pass. */
export function packetProblem({ type, flags, length }: FixedHeader, first: boolean): string | null {
  if (first !== (type === PACKET.connect)) return first ? 'CONNECT must come first' : 'CONNECT twice'
  if (!allowedTypes.has(type)) return `packet type ${type}`
  if (length > (first ? LIMITS.connectBytes : LIMITS.packetBytes)) return `${length} bytes announced`
  if (
    type === PACKET.publish
      ? (flags & 0b110) >= 0b100
      : flags !== (type === PACKET.subscribe || type === PACKET.unsubscribe ? 2 : 0)
  )
    return `flags ${flags}`
  return null
}

/** Cost of a packet in the token bucket: acknowledgements and pings cost less than messages. */
const weight = ({ type }: FixedHeader) => (type === PACKET.puback || type === PACKET.pingreq ? 0.1 : 1)

/**
 * Filter between a socket and the broker: checks the fixed header of each packet before its body passes, passes nothing but CONNECT
 * before the login, and delays a box that exceeds its rate. Buffers at most one chunk of the socket.
 */
export function createGuard(socket: Socket, { mono, rate, onCut }: GuardOptions): Guard {
  const reader = createHeaderReader()
  let rest: Uint8Array = new Uint8Array()
  let first = true
  let isDelayed = false
  let isReadable = false
  let waiting: NodeJS.Timeout | undefined
  let tokens = rate
  let filledAt = mono()
  let lastPacketAt = filledAt

  const stream = new Duplex({
    read() {
      isReadable = true
      pass()
    },
    write: (chunk, _, done) => void socket.write(chunk, done),
    writev: (chunks, done) => void socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done), // safe: never in object mode
    final: done => void socket.end(done),
    destroy(error, done) {
      clearTimeout(waiting)
      socket.destroy()
      done(error)
    },
  })
  socket.setNoDelay(true)
  socket.pause()
  socket.on('data', chunk => {
    rest = chunk
    socket.pause()
    pass()
  })
  socket.on('end', () => stream.push(null))
  socket.on('error', error => stream.destroy(error))
  socket.on('close', () => stream.destroy())

  const cut = (why: string) => {
    onCut(why)
    rest = new Uint8Array()
    stream.destroy()
  }
  /** Takes from the bucket; the ms to wait when it is empty. */
  const takeTokens = (cost: number) => {
    const now = mono()
    tokens = Math.min(rate, tokens + ((now - filledAt) * rate) / 1000) - cost
    filledAt = now
    lastPacketAt = now
    return tokens < 0 ? Math.ceil((-tokens * 1000) / rate) : 0
  }
  const forward = (to: number) => {
    const chunk = rest.subarray(0, to)
    rest = rest.subarray(to)
    if (chunk.length > 0 && !stream.push(chunk)) isReadable = false
  }

  function pass() {
    if (waiting || stream.destroyed) return
    let to = 0
    while (!isDelayed && to < rest.length) {
      const step = reader.step(rest, to)
      if (!step) return cut('malformed length')
      to = step.to
      if (step.header) {
        const why = packetProblem(step.header, first)
        if (why) return cut(why)
        const wait = takeTokens(weight(step.header))
        if (wait > 0) {
          waiting = setTimeout(() => {
            waiting = undefined
            pass()
          }, wait)
          forward(to)
          if (step.end) first = false
          return
        }
      }
      if (step.end && first) {
        first = false
        isDelayed = true
      }
    }
    forward(to)
    if (rest.length === 0 && isReadable && !isDelayed) socket.resume()
  }

  return {
    stream,
    lastPacketAt: () => lastPacketAt,
    admit() {
      isDelayed = false
      pass()
    },
  }
}
