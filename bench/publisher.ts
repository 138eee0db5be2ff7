// A child process: boxes that publish raw packets as fast as their window lets them. It is told what to send, and tells when
// everything is acknowledged.
import { generate } from 'mqtt-packet'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { messages } from './data/barns.ts'

export interface Order {
  readonly port: number
  readonly uids: readonly string[]
  readonly epoch: number
  readonly readings: number
  readonly size: number
  readonly from: number
  readonly window: number
}

const CONNACK = 0x20
const PUBACK = 0x40

async function open(port: number, uid: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  socket.write(
    generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: uid,
      username: uid,
      password: Buffer.from('bench'),
      keepalive: 60,
    }),
  )
  await new Promise<void>((done, fail) => {
    socket.once('error', fail)
    socket.once('data', (data: Buffer) => (data[0] === CONNACK && data[3] === 0 ? done() : fail(new Error('not let in'))))
  })
  return socket
}

/** Packets of one box, made before the clock runs. */
function packets(uid: string, { epoch, readings, size, from }: Order): Buffer[] {
  let messageId = 0
  return [...messages(epoch, readings, size, from)].map(data => {
    messageId = (messageId % 65_535) + 1
    return generate({
      cmd: 'publish',
      topic: `fb/v1/${uid}/up/data`,
      payload: JSON.stringify(data),
      qos: 1,
      retain: false,
      dup: false,
      messageId,
    })
  })
}

function publish(socket: Socket, ready: readonly Buffer[], window: number): Promise<void> {
  return new Promise((done, fail) => {
    let sent = 0
    let acknowledged = 0
    let rest: Buffer = Buffer.alloc(0)
    const send = () => {
      const end = Math.min(ready.length, acknowledged + window)
      if (end > sent) socket.write(Buffer.concat(ready.slice(sent, end)))
      sent = Math.max(sent, end)
    }
    socket.on('data', (chunk: Buffer) => {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let at = 0
      // Nothing is subscribed, so that only PUBACKs of four bytes come.
      for (; at + 4 <= bytes.length; at += 4) {
        if (bytes[at] !== PUBACK) return fail(new Error(`packet ${bytes[at]} instead of PUBACK`))
        acknowledged++
      }
      rest = bytes.subarray(at)
      if (acknowledged === ready.length) done()
      else send()
    })
    socket.once('close', () => fail(new Error('the broker closed the connection')))
    send()
  })
}

let prepared: { readonly sockets: readonly Socket[]; readonly all: readonly Buffer[][]; readonly window: number } | undefined

process.on('message', (message: Order | 'go') => {
  const answer = async () => {
    if (message !== 'go') {
      const sockets = await Promise.all(message.uids.map(uid => open(message.port, uid)))
      prepared = { sockets, all: message.uids.map(uid => packets(uid, message)), window: message.window }
      process.send?.({ ready: true })
      return
    }
    const { sockets, all, window } = prepared!
    const began = performance.now()
    await Promise.all(sockets.map((socket, index) => publish(socket, all[index]!, window)))
    process.send?.({ seconds: (performance.now() - began) / 1000 })
    for (const socket of sockets) socket.destroy()
  }
  answer().catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})
