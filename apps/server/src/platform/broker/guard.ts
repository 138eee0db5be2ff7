import { LIMITS } from '@steading/contract/box'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { headerReader, PACKET } from './headers.ts'
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
  /** The login held: what comes after CONNECT may pass. */
  admit(): void
  /** When the last packet began. */
  heard(): number
}

const known: ReadonlySet<number> = new Set(Object.values(PACKET))

/** Why a packet may not pass, told by its first bytes alone. */
export function objection({ type, flags, length }: FixedHeader, first: boolean): string | null {
  if (first !== (type === PACKET.connect)) return first ? 'CONNECT must come first' : 'CONNECT twice'
  if (!known.has(type)) return `packet type ${type}`
  if (length > (first ? LIMITS.connectBytes : LIMITS.packetBytes)) return `${length} bytes announced`
  if (
    type === PACKET.publish
      ? (flags & 0b110) >= 0b100
      : flags !== (type === PACKET.subscribe || type === PACKET.unsubscribe ? 2 : 0)
  )
    return `flags ${flags}`
  return null
}

/** Acknowledgements and pings weigh less than messages, but not nothing. */
const weight = ({ type }: FixedHeader) => (type === PACKET.puback || type === PACKET.pingreq ? 0.1 : 1)

/**
 * Stands between a socket and the broker: looks at each packet's fixed header before its body is let through, lets nothing
 * but CONNECT through before the login, and slows down a box that talks too fast. It holds at most one chunk of the socket.
 */
export function guard(socket: Socket, { mono, rate, onCut }: GuardOptions): Guard {
  const reader = headerReader()
  let rest: Uint8Array = new Uint8Array()
  let first = true
  let held = false
  let wanted = false
  let waiting: NodeJS.Timeout | undefined
  let tokens = rate
  let filledAt = mono()
  let heard = filledAt

  const stream = new Duplex({
    read() {
      wanted = true
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
  const debt = (cost: number) => {
    const now = mono()
    tokens = Math.min(rate, tokens + ((now - filledAt) * rate) / 1000) - cost
    filledAt = now
    heard = now
    return tokens < 0 ? Math.ceil((-tokens * 1000) / rate) : 0
  }
  const handOn = (to: number) => {
    const chunk = rest.subarray(0, to)
    rest = rest.subarray(to)
    if (chunk.length > 0 && !stream.push(chunk)) wanted = false
  }

  function pass() {
    if (waiting || stream.destroyed) return
    let to = 0
    while (!held && to < rest.length) {
      const step = reader.step(rest, to)
      if (!step) return cut('malformed length')
      to = step.to
      if (step.header) {
        const why = objection(step.header, first)
        if (why) return cut(why)
        const wait = debt(weight(step.header))
        if (wait > 0) {
          waiting = setTimeout(() => {
            waiting = undefined
            pass()
          }, wait)
          handOn(to)
          if (step.end) first = false
          return
        }
      }
      if (step.end && first) {
        first = false
        held = true
      }
    }
    handOn(to)
    if (rest.length === 0 && wanted && !held) socket.resume()
  }

  return {
    stream,
    heard: () => heard,
    admit() {
      held = false
      pass()
    },
  }
}
