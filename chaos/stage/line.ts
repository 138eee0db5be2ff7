import { topicOf, TOPICS } from '@steading/contract/box/messages'
import type { MessageOf, UpTopic } from '@steading/contract/box/messages'
import { generate, parser } from 'mqtt-packet'
import type { IConnectPacket, Packet } from 'mqtt-packet'
import { connect } from 'node:net'
import { randomBytes } from 'node:crypto'

export interface LineOptions {
  readonly port: number
  readonly uid: string
  readonly password: string
  /** Seconds. */
  readonly keepalive?: number
  readonly connect?: Partial<IConnectPacket>
  readonly onPacket: (packet: Packet) => void
  /** The connection ended, or never came about. */
  readonly onEnd: () => void
}

/** One MQTT connection of a box, packet by packet, with the will and the session id that FB/1 wants. */
export function openLine({ port, uid, password, keepalive = 30, connect: more, onPacket, onEnd }: LineOptions) {
  const sid = randomBytes(9).toString('base64url')
  const socket = connect(port, '127.0.0.1')
  const reader = parser({ protocolVersion: 4 })
  let messageId = 0
  const send = (packet: Packet) => void (socket.writable && socket.write(generate(packet)))
  const ping = setInterval(() => send({ cmd: 'pingreq' }), keepalive * 900)

  reader.on('packet', packet => {
    if (packet.cmd === 'publish' && packet.qos > 0 && packet.messageId) send({ cmd: 'puback', messageId: packet.messageId })
    onPacket(packet)
  })
  reader.on('error', () => socket.destroy())
  socket.setNoDelay(true)
  socket.on('data', chunk => reader.parse(chunk))
  socket.on('error', () => undefined)
  socket.once('close', () => {
    clearInterval(ping)
    onEnd()
  })
  socket.once('connect', () =>
    send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive,
      clientId: uid,
      username: uid,
      password: Buffer.from(password),
      will: { topic: topicOf(uid, 'up/state'), payload: Buffer.from(JSON.stringify({ on: false, sid })), qos: 1, retain: true },
      ...more,
    }),
  )

  return {
    sid,
    socket,
    send,
    /** Publishes as the table of FB/1 says; answers the packet's id. */
    say<T extends UpTopic>(topic: T, message: MessageOf<T> | Uint8Array): number {
      messageId = (messageId % 65_535) + 1
      const { qos, retain } = TOPICS[topic]
      const payload = message instanceof Uint8Array ? Buffer.from(message) : JSON.stringify(message)
      send({ cmd: 'publish', topic: topicOf(uid, topic), payload, qos, retain, dup: false, ...(qos > 0 && { messageId }) })
      return messageId
    },
    subscribe(topics: readonly string[]): number {
      messageId = (messageId % 65_535) + 1
      send({ cmd: 'subscribe', messageId, subscriptions: topics.map(topic => ({ topic, qos: 1 })) })
      return messageId
    },
    cut: () => void socket.destroy(),
  }
}
export type Line = ReturnType<typeof openLine>
