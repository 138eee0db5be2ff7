import { aSink } from '../../apps/server/test/smtp.ts'
import { embeddedOnSmallDisk } from './disk.ts'
import { fillConnections } from './connections.ts'
import { idleBoxes, slowClients } from './clients.ts'
import { fault, guarantee, never, note, time } from '../scenario.ts'
import type { Figure, Order, Play } from '../scenario.ts'
import { aFarm, PERSON } from '../stage/farm.ts'
import type { Farm } from '../stage/farm.ts'
import { aBox } from '../stage/box.ts'
import { auditReadings } from '../stage/ledger.ts'
import { aPulse } from '../stage/pulse.ts'
import type { Server } from '../stage/server.ts'
import type { Stage } from '../stage/stage.ts'
import { percentile, until } from '../stage/until.ts'
import { aVisitor } from '../storm/visitor.ts'

const SIZES = {
  full: { slow: 1000, idle: 2000, blocked: 10, boxes: 10, held: 15 },
  brief: { slow: 100, idle: 200, blocked: 4, boxes: 3, held: 6 },
} as const
type Size = (typeof SIZES)[keyof typeof SIZES]

/** s: until health is red, and until it is green again and a box is acknowledged, once the fault is over. */
const RED_WITHIN = 10
const BACK_WITHIN = 30
/** s after which every slow client is cut: a header may take a minute. */
const CUT_WITHIN = 75

/** What the phases share: where rows are asked, the server, a box that sends all the time, and a mailbox. */
export interface Scene {
  readonly stage: Pick<Stage, 'owner' | 'rows' | 'random'>
  readonly server: Server
  readonly farm: Farm
  readonly sink: Awaited<ReturnType<typeof aSink>>
  readonly size: Size
}

/**
 * What a platform needs runs out: connections of the database, time of its process, sockets, and in a play of its own the disk.
 * Nothing may be acknowledged that is not stored, health says so, and all comes back by itself.
 */
export async function exhaustion(stage: Stage, { extent, play }: Order): Promise<readonly Figure[]> {
  const size = SIZES[extent]
  const sink = await aSink()
  stage.atEnd(() => sink.close())
  return play.needs === 'a small disk' ? fullDisk(stage, sink, size) : manyClients(stage, sink, size, play)
}

async function manyClients(stage: Stage, sink: Scene['sink'], size: Size, { mutant }: Play): Promise<readonly Figure[]> {
  const farm = await aFarm(stage.owner)
  await farm.person()
  const server = await stage.server({ SMTP_URL: sink.url })
  await server.start()
  const scene: Scene = { stage, server, farm, sink, size }
  const pulse = aPulse(server.mqttPort, await farm.terminal(['TEMPERATURE']), stage.random)
  await pulse.start()
  const connections = await phase(scene, pulse, 'connections of the database', () => fillConnections(stage))
  const blocked = await phase(scene, pulse, 'a process that stands still', async () => {
    server.freeze()
    return { end: () => server.thaw() }
  })

  const visitor = await aVisitor(server.url, PERSON)
  const calm = await visitor.visits(5)
  pulse.begin()
  const slow = await slowClients(server.httpPort, size.slow)
  const idle = await idleBoxes(server.mqttPort, size.idle)
  const crowded = await visitor.visits(5)
  const latency = pulse.p99()
  // What a mutant leaves open stays open: half of the time tells it.
  await until(() => slow.open() + idle.open() === 0, mutant ? CUT_WITHIN / 2 : CUT_WITHIN, 500)
  const [slowLeft, idleLeft] = [slow.open(), idle.open()]
  for (const clients of [slow, idle]) clients.close()
  await pulse.stop()
  const { missing, duplicates } = await auditReadings(stage, [pulse.box])
  return [
    ...connections,
    ...blocked,
    never('acknowledged but missing', missing),
    never('duplicates', duplicates),
    never('slow clients that stay', slowLeft),
    never('connections without a login that stay', idleLeft),
    never('calls of a good client that failed', visitor.failed()),
    never('crashes of the server that nobody caused', server.crashes()),
    fault('slow clients at a time', slow.most(), size.slow),
    fault('connections without a login at a time', idle.most(), size.idle),
    guarantee('p99 of a good box beside them, ms', latency, { most: 2000 }),
    note('p95 of a good client alone, ms', Math.round(percentile(calm, 0.95))),
    note('p95 of a good client beside them, ms', Math.round(percentile(crowded, 0.95))),
  ]
}

async function fullDisk(stage: Stage, sink: Scene['sink'], size: Size): Promise<readonly Figure[]> {
  const { server, owner, rows, fill, close } = await embeddedOnSmallDisk(stage, { SMTP_URL: sink.url })
  stage.atEnd(close)
  const farm = await aFarm(owner())
  const scene: Scene = {
    stage: {
      rows,
      random: stage.random,
      get owner() {
        return owner()
      },
    },
    server,
    farm,
    sink,
    size,
  }
  const boxes = await Promise.all(
    Array.from({ length: size.boxes }, async () =>
      aBox({
        port: server.mqttPort,
        terminal: await farm.terminal(['TEMPERATURE']),
        readings: Infinity,
        size: 50,
        belief: 'ack',
        began: Date.now() - 3_600_000,
        random: stage.random,
      }),
    ),
  )
  const pulse = aPulse(server.mqttPort, await farm.terminal(['TEMPERATURE']), stage.random)
  await pulse.start()
  for (const box of boxes) box.start()
  const disk = await phase(scene, pulse, 'the disk', async () => ({ end: fill() }))
  for (const box of boxes) box.finish()
  await until(() => boxes.every(box => box.isDone()), 120)
  await pulse.stop()
  for (const box of boxes) box.stop()
  const { missing, duplicates, stored } = await auditReadings({ rows }, [pulse.box, ...boxes])
  return [
    ...disk,
    never('acknowledged but missing', missing),
    never('duplicates', duplicates),
    never('boxes that were not done', boxes.filter(box => !box.isDone()).length),
    never('crashes of the server that nobody caused', server.crashes()),
    note('stored', stored),
  ]
}

interface Fault {
  /** The fault is over. */
  readonly end: () => void | Promise<void>
}

let queued = 0

/** Queues an alarm, sets the fault off, and measures how soon health is red, and how soon all is well once the fault is over. */
async function phase(
  { stage, server, farm, sink, size }: Scene,
  pulse: ReturnType<typeof aPulse>,
  what: string,
  begin: () => Promise<Fault>,
): Promise<readonly Figure[]> {
  const to = `keeper${++queued}@steading.example`
  await stage.owner.query(
    `with event as (insert into events (entity_id, title, severity, category, source, status, open_date)
       values ($1, 'Too hot', 'CRITICAL', 'CLIMATE', 'RULE', 'OPEN', now()) returning id)
     insert into notifications (key, event_id, entity_id, channel, recipient, subject, text, state, due_at, created_at)
     select $2, id, $1, 'MAIL', $2, 'Too hot', 'House 1', 'QUEUED', now() + interval '2 seconds', now() from event`,
    [farm.root, to],
  )
  const { end } = await begin()
  const began = performance.now()
  const isRed = await until(async () => !(await isWell(server.url)), size.held, 100)
  const red = (performance.now() - began) / 1000
  const rest = Math.max(0, size.blocked - red)
  await new Promise(done => setTimeout(done, rest * 1000))
  await end()
  const ended = performance.now()
  const read = pulse.read()
  const isBack = await until(async () => (await isWell(server.url)) && pulse.stored() > read, BACK_WITHIN, 100)
  const back = (performance.now() - ended) / 1000
  const isSent = await until(() => sink.received.some(mail => mail.to.includes(to)), BACK_WITHIN, 100)
  return [
    fault(`${what}: health is red`, isRed ? 1 : 0, 1),
    time(`${what}: until health is red, s`, red, RED_WITHIN),
    never(`${what}: not back by itself`, isBack ? 0 : 1),
    note(`${what}: until all is back, s`, back),
    never(`${what}: queued alarms that stay`, isSent ? 0 : 1),
  ]
}

/** Health as a watchdog asks it: no answer in two seconds is none. */
const isWell = async (url: string) => {
  try {
    const answer = await fetch(`${url}/services/health`, { signal: AbortSignal.timeout(2000) })
    return answer.ok
  } catch {
    return false
  }
}
