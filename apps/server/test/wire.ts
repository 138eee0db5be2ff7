import { generate, parser } from 'mqtt-packet'
import type { IConnectPacket, Packet } from 'mqtt-packet'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { PATIENCE } from '../../../tools/testing/patience.ts'

/** A raw MQTT connection: sends any packet or bytes, and waits for what comes. */
export async function wire(port: number) {
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail))
  const got: Packet[] = []
  const waiting: (() => void)[] = []
  const wake = () => {
    for (const go of waiting.splice(0)) go()
  }
  const read = parser({ protocolVersion: 4 })
  read.on('packet', packet => {
    got.push(packet)
    wake()
  })
  socket.on('data', chunk => read.parse(chunk))
  socket.on('error', () => undefined)
  const closed = new Promise<void>(done => socket.once('close', () => done()))
  let over = false
  void closed.then(() => {
    over = true
    wake()
  })
  return {
    socket,
    closed,
    got,
    send: (packet: Packet) => void socket.write(generate(packet)),
    write: (bytes: Uint8Array) => void socket.write(bytes),
    /** Answers whether the broker still serves the connection; all that it sent before has arrived then. */
    async ping() {
      this.send({ cmd: 'pingreq' })
      return (await this.next('pingresp')) !== null
    },
    /** Resolves when the connection is cut off, though it pings: silence would end it as well. */
    async cutOff() {
      for (const end = performance.now() + PATIENCE.poll; await this.ping(); await pause(20))
        if (performance.now() > end) throw new Error('the connection is not cut off')
      if (!over) throw new Error('the connection is open, but nobody answers')
    },
    /** The next packet of this kind, taken out; null if the connection ends first or it does not come in time. */
    async next<C extends Packet['cmd']>(cmd: C, within: number = PATIENCE.poll): Promise<Extract<Packet, { cmd: C }> | null> {
      const until = performance.now() + within
      for (;;) {
        const at = got.findIndex(packet => packet.cmd === cmd)
        if (at >= 0) return got.splice(at, 1)[0] as Extract<Packet, { cmd: C }> // safe: found by its cmd
        const left = until - performance.now()
        if (over || left <= 0) return null
        await new Promise<void>(go => {
          const timer = setTimeout(go, left)
          waiting.push(() => {
            clearTimeout(timer)
            go()
          })
        })
      }
    },
    async login(uid: string, password: string, more: Partial<IConnectPacket> = {}) {
      this.send({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        keepalive: 30,
        clientId: uid,
        username: uid,
        password: Buffer.from(password),
        ...more,
      })
      return (await this.next('connack'))?.returnCode ?? null
    },
    end: () => void socket.destroy(),
  }
}
export type Wire = Awaited<ReturnType<typeof wire>>

/** Settles as the promise does, or fails where it hangs. */
export const inTime = <T>(outcome: Promise<T>, limit: number = PATIENCE.poll): Promise<T> =>
  Promise.race([
    outcome,
    new Promise<never>((_, fail) => void setTimeout(() => fail(new Error(`not within ${limit} ms`)), limit).unref()),
  ])
