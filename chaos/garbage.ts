import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { TOPICS } from '@steading/contract/box/messages'
import { generate } from 'mqtt-packet'
import { wire } from '../apps/server/test/wire.ts'
import { malformed } from './garbage/connections.ts'
import { badPayload } from './garbage/payloads.ts'
import { aFarm } from './stage/farm.ts'
import type { Terminal } from './stage/farm.ts'
import { auditReadings } from './stage/ledger.ts'
import { openLine } from './stage/line.ts'
import { aPulse } from './stage/pulse.ts'
import type { Stage } from './stage/stage.ts'
import { eventually } from './stage/until.ts'
import { fault, guarantee, never, note, time } from './scenario.ts'
import type { Figure, Order } from './scenario.ts'

interface Size {
  readonly connections: number
  readonly payloads: number
  readonly boxes: number
}
const SIZES = {
  full: { connections: 10_000, payloads: 10_000, boxes: 25 },
  small: { connections: 200, payloads: 400, boxes: 8 },
  brief: { connections: 400, payloads: 400, boxes: 8 },
} as const satisfies Record<string, Size>

const AT_ONCE = 24
/** ms that a connection which the server leaves open is held. */
const HELD = 60
const MOST_MEMORY = 50
const MOST_ANNOUNCED = 65_536
/** ms that an announcement is left alone before its body follows. */
const ENDS_WITHIN = 5000

/** Connections that are none and messages that are none, beside a good box that must not feel it. */
export async function garbage(stage: Stage, { extent, play }: Order): Promise<readonly Figure[]> {
  const size: Size = extent === 'brief' ? SIZES.brief : play.mutant ? SIZES.small : SIZES.full
  const farm = await aFarm(stage.owner)
  const server = await stage.server()
  await server.start()
  const good = await farm.terminal(['TEMPERATURE'])
  const stranger = await farm.terminal(['TEMPERATURE'])
  const bad: Terminal[] = []
  for (let index = 0; index < size.boxes; index++) bad.push(await farm.terminal(['TEMPERATURE']))
  const pulse = aPulse(server.mqttPort, good, stage.random)
  await pulse.start()

  const rounds = { connections: 0, payloads: 0, acknowledged: 0 }
  const round = async (share: number) => {
    const [connections, payloads] = [Math.round(size.connections * share), Math.round((size.payloads * share) / size.boxes)]
    const [, ...acknowledged] = await Promise.all([
      knock(server.mqttPort, stage, stranger, connections),
      ...bad.map((terminal, index) => babble(server.mqttPort, stage, terminal, rounds.payloads + index * payloads, payloads)),
    ])
    rounds.acknowledged += acknowledged.reduce((sum, one) => sum + one, 0)
    rounds.connections += connections
    rounds.payloads += payloads * size.boxes
  }
  // A part of it first: a program that has never been busy takes memory for good; what counts is whether it goes on so.
  await round(0.3)
  await pause(500)
  const before = await server.memory()
  pulse.begin()
  await round(0.7)
  await eventually('the last bad payload is put aside', async () => (await putAside(stage)) >= rounds.payloads, 60).catch(
    () => undefined,
  )
  const announced = [await announce(server.mqttPort), await announce(server.mqttPort, bad[0])]
  await pause(1000)
  const after = await server.memory()
  await pulse.stop()
  const { missing, duplicates, stored } = await auditReadings(stage, [pulse.box])
  return [
    never('crashes of the server', server.crashes()),
    never('bad payloads neither put aside nor counted', rounds.payloads - (await putAside(stage))),
    never('readings of the good box lost or doubled', missing + duplicates + (pulse.read() - stored)),
    never('connections of the good box that broke', pulse.box.connections() - 1),
    guarantee('bytes of an announced 256 MB until the end', Math.max(...announced), { most: MOST_ANNOUNCED }),
    guarantee('memory grown, MB', Math.round(after - before), { most: MOST_MEMORY }),
    note('memory, MB', Math.round(after)),
    time('p99 of the good box, ms', pulse.p99(), 250),
    note('slowest of the good box, ms', pulse.slowest()),
    fault('readings of the good box', pulse.read(), 20),
    fault('malformed connections', rounds.connections, size.connections),
    fault('bad payloads', rounds.payloads, size.payloads),
    fault('bad payloads that the broker acknowledged', rounds.acknowledged, size.payloads * 0.8),
  ]
}

const putAside = async ({ rows }: Stage) =>
  (await rows<{ count: number }>('select count(*)::int as count from quarantine'))[0]?.count ?? 0

/** Malformed connections, so many at a time; each waits for the server to end it. */
async function knock(port: number, { random }: Stage, stranger: Terminal, count: number) {
  let left = count
  const one = async () => {
    while (left-- > 0) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.resume()
      const closed = new Promise<void>(done => socket.once('close', () => done()))
      socket.write(malformed(random, stranger))
      await Promise.race([closed, pause(HELD)])
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

/** A box that logs in as it should and then says nothing right; answers how many of its messages got their PUBACK. */
async function babble(port: number, { random }: Stage, { uid, password }: Terminal, from: number, count: number) {
  const awaited = new Set<number>()
  let acknowledged = 0
  let isIn = false
  let isOver = false
  const line = openLine({
    port,
    uid,
    password,
    onPacket: packet => {
      if (packet.cmd === 'connack') isIn = packet.returnCode === 0
      if (packet.cmd === 'puback' && packet.messageId && awaited.delete(packet.messageId)) acknowledged++
    },
    onEnd: () => (isOver = true),
  })
  await eventually('the bad box is let in', () => isIn, 60)
  for (let n = 0; n < count && !isOver; n++) {
    const { topic, payload } = badPayload(from + n, random)
    const id = line.say(topic, payload)
    if (TOPICS[topic].qos === 1) awaited.add(id)
    else acknowledged++
    while (awaited.size > 4 && !isOver) await pause(5)
  }
  await eventually('the last PUBACK', () => awaited.size === 0 || isOver, 60)
  line.cut()
  return acknowledged
}

/** Announces a packet of 256 MB and goes on sending it; answers the bytes until the server ended it. */
async function announce(port: number, terminal?: Terminal): Promise<number> {
  const made = await wire(port)
  if (terminal && (await made.login(terminal.uid, terminal.password)) !== 0) throw new Error('not let in')
  let isOver = false
  void made.closed.then(() => (isOver = true))
  const hello = generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 30,
    clientId: 'x',
    username: 'x',
    password: Buffer.from('x'),
  })
  // Its own first bytes, with the length of 256 MB in the place of its own.
  const head = terminal ? Buffer.from([0x32]) : hello.subarray(0, 1)
  const piece = Buffer.alloc(4096, 'x')
  made.write(Buffer.concat([head, Buffer.from([0xff, 0xff, 0xff, 0x7f])]))
  let sent = 5
  // What a busy machine takes long to end does not count as let in.
  await Promise.race([made.closed, pause(ENDS_WITHIN)])
  for (; !isOver && sent <= MOST_ANNOUNCED + piece.length; sent += piece.length) {
    await Promise.race([made.closed, pause(20)])
    if (!isOver) made.write(piece)
  }
  made.end()
  return sent
}
