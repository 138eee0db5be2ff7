import { setTimeout as pause } from 'node:timers/promises'
import { aMosquitto } from '../apps/server/test/mosquitto.ts'
import { apiAs } from '../e2e/api.ts'
import { aBarn } from './stage/barn.ts'
import type { Barn } from './stage/barn.ts'
import { aBox } from './stage/box.ts'
import type { Box } from './stage/box.ts'
import { aFarm, PERSON } from './stage/farm.ts'
import { auditReadings, booked, settled } from './stage/ledger.ts'
import { aProxy } from './stage/proxy.ts'
import type { Server } from './stage/server.ts'
import type { Stage } from './stage/stage.ts'
import { eventually, until } from './stage/until.ts'
import { fault, never, note, time } from './scenario.ts'
import type { Figure, Order } from './scenario.ts'

/** The broker is killed or ended properly; or it lives, and the platform's own link to it breaks. */
type Fault = 'kill' | 'restart' | 'unlink'

interface Size {
  readonly boxes: number
  /** Smart boxes as they are sold, and the readings that each has to tell. */
  readonly barns: number
  readonly past: number
  readonly faults: readonly Fault[]
  /** Boxes that die while the broker is down; after it, with a word to the broker; after it, without anybody noticing. */
  /** Seconds; a real box has 30. Brokers look at it every five. */
  readonly keepalive: number
  readonly dying: { readonly unseen: number; readonly seen: number; readonly silent: number }
}
const FAULTS = [
  'kill',
  'restart',
  'unlink',
  'kill',
  'kill',
  'restart',
  'kill',
  'unlink',
  'kill',
  'kill',
  'restart',
  'kill',
] as const
const SIZES = {
  full: { boxes: 50, barns: 4, past: 12_000, faults: FAULTS, keepalive: 12, dying: { unseen: 5, seen: 5, silent: 5 } },
  small: {
    boxes: 20,
    barns: 4,
    past: 12_000,
    faults: ['kill', 'unlink', 'kill'],
    keepalive: 5,
    dying: { unseen: 2, seen: 2, silent: 0 },
  },
  brief: { boxes: 12, barns: 2, past: 9000, faults: ['kill'], keepalive: 5, dying: { unseen: 2, seen: 2, silent: 0 } },
} as const satisfies Record<string, Size>

/** ms between two looks of a box at its sensors, and what it sees then. */
const BEAT = 200
const SENSORS = 5
const OVER = 86_400_000
/** ms in which whatever was sent is heard. */
const HEARD = 1500
/** Bytes a second, of each. */
const RATE = 60_000
/** ms without a commit after which a mutant has told all that it will tell. */
const CALM = 3000
/** ms that a broker gathers what it cannot hand on before it dies. */
const HOARDS = 500

/** Brokers that come and go, and lose all they hold; whatever a box has to tell arrives, and who is there is seen. */
export async function broker(stage: Stage, { extent, play }: Order): Promise<readonly Figure[]> {
  const size: Size = extent === 'brief' ? SIZES.brief : play.mutant ? SIZES.small : SIZES.full
  const farm = await aFarm(stage.owner)
  await farm.person()
  const pipe = play.needs === 'mosquitto' ? await elsewhere(stage) : await inside(stage)
  const { server, port } = pipe
  const api = await apiAs(server.url, PERSON.name, PERSON.password)
  // Smart boxes talk over a line as farms have it: when the broker dies there is something under way.
  const rural = await aProxy(port, stage.random)
  rural.become({ least: 5, most: 20, rate: RATE })
  stage.atEnd(() => rural.close())
  const barns: Barn[] = []
  for (let index = 0; index < size.barns; index++)
    barns.push(await aBarn({ stage, farm, url: server.url, api, port: rural.port, past: size.past, over: OVER }))
  const lonely = await aProxy(port, stage.random)
  stage.atEnd(() => lonely.close())
  const boxes: Box[] = []
  for (let index = 0; index < size.boxes; index++)
    boxes.push(
      aBox({
        port: index < size.dying.silent ? lonely.port : port,
        terminal: await farm.terminal(Array.from({ length: SENSORS }, () => 'TEMPERATURE')),
        readings: 0,
        size: 10,
        belief: 'ack',
        keepalive: size.keepalive,
        random: stage.random,
        began: Date.now() - 3_600_000,
      }),
    )
  for (const box of boxes) box.start()
  await eventually('all boxes are welcome', () => boxes.every(box => box.isWelcome()), 60)
  const beat = setInterval(() => {
    for (const box of boxes) box.add(SENSORS)
  }, BEAT)
  for (const { agent } of barns) agent.start()

  const { unseen, seen, silent } = size.dying
  const dead = new Set<Box>()
  const die = (box: Box) => {
    dead.add(box)
    box.stop()
  }
  // A server takes longer to come back than a broker, and the crash test kills it often enough.
  const faults = size.faults.slice(0, play.needs ? undefined : 6).filter(one => pipe[one])
  const smart = barns.map(({ terminalId }) => terminalId)
  const total = size.barns * size.past
  const returns: number[] = []
  let striking = 0
  let lateWills = 0
  for (const [index, what] of faults.entries()) {
    const due = (total * (index + 0.2)) / faults.length
    // A mutant may never come so far.
    await until(async () => (await booked(stage, smart)) >= due, play.mutant ? 10 : 90, 10)
    if ((await booked(stage, smart)) < total) striking++
    const healed = await pipe[what]?.(() => {
      if (index === faults.length - 1) for (const box of boxes.slice(silent, silent + unseen)) die(box)
    })
    await eventually('all boxes are welcome again', () => boxes.every(box => dead.has(box) || box.isWelcome()), 60)
    returns.push(Math.round(performance.now() - (healed ?? 0)) / 1000)
    for (const box of boxes) if (!dead.has(box) && box.lateWill()) lateWills++
  }
  clearInterval(beat)
  for (const barn of barns) barn.quiet()
  const done = () => boxes.every(box => dead.has(box) || box.isDone())
  const audited = () => Promise.all(barns.map(barn => barn.audit()))
  const lost = (audits: Awaited<ReturnType<typeof audited>>) => audits.reduce((sum, audit) => sum + audit.lost, 0)
  if (play.mutant) await settled(stage, CALM, 20)
  else await until(async () => done() && lost(await audited()) === 0, 90, 500)

  // Those that died while nobody could see it are as dead as the rest.
  const presence = watchPresence(stage)
  const alive = () => [...smart, ...boxes.filter(box => !dead.has(box)).map(({ terminal }) => terminal.id)]
  await pause(HEARD)
  const offline = alive().length - (await presence.online(alive()))
  for (const box of boxes.slice(silent + unseen, silent + unseen + seen)) die(box)
  lonely.stall()
  for (const box of boxes.slice(0, silent)) dead.add(box)
  const gone = [...dead].map(({ terminal }) => terminal.id)
  const began = performance.now()
  const wrong = async () => alive().length - (await presence.online(alive())) + (await presence.online(gone))
  await until(async () => (await wrong()) === 0, 2 * size.keepalive, 200)
  const took = Math.round(performance.now() - began) / 1000

  const simulated = await auditReadings(stage, boxes)
  const audits = await audited()
  return [
    never('readings lost', simulated.missing + lost(audits)),
    never('duplicates', simulated.duplicates + audits.reduce((sum, audit) => sum + audit.duplicates, 0)),
    never('boxes that were not done', boxes.filter(box => !dead.has(box) && !box.isDone()).length),
    never('living boxes shown offline by a late will', offline),
    never('boxes shown wrongly after two keepalives', await wrong()),
    never('crashes of the server', server.crashes()),
    time('until presence was right, s', took, 2 * size.keepalive),
    note('slowest return of all boxes, s', Math.max(...returns)),
    note('stored', simulated.stored + audits.reduce((sum, audit) => sum + audit.stored, 0)),
    ...(['kill', 'restart', 'unlink'] as const)
      .filter(what => faults.includes(what))
      .map(what => fault(`${what}s`, faults.filter(one => one === what).length)),
    fault('faults while smart boxes had something to tell', striking, Math.ceil(faults.length / 2)),
    fault('late wills', lateWills, size.boxes / 2),
    fault('boxes that died', dead.size, unseen + seen + silent),
    fault('of them without a word', lonely.seen.stalled, silent),
  ]
}

/** Makes it happen, calls while it lasts, and mends it; answers when the repair was done, ms of performance.now(). */
type Strike = (meanwhile: () => void) => Promise<number>
interface Pipe extends Partial<Record<Fault, Strike>> {
  readonly server: Server
  readonly port: number
}

/** The broker of the server itself: it comes and goes with it. */
async function inside(stage: Stage): Promise<Pipe> {
  const server = await stage.server()
  await server.start()
  const end =
    (signal: NodeJS.Signals): Strike =>
    async meanwhile => {
      await server.kill(signal)
      meanwhile()
      await server.start()
      return performance.now()
    }
  return { server, port: server.mqttPort, kill: end('SIGKILL'), restart: end('SIGTERM') }
}

/** A broker of the market at its defaults, the server beside it. */
async function elsewhere(stage: Stage): Promise<Pipe> {
  const mosquitto = await aMosquitto()
  stage.atEnd(() => mosquitto.kill())
  const link = await aProxy(mosquitto.port, stage.random)
  stage.atEnd(() => link.close())
  const server = await stage.server({ MQTT_URL: `mqtt://127.0.0.1:${link.port}`, MQTT_UNPROTECTED: 'on' })
  await server.start()
  const end =
    (signal: NodeJS.Signals): Strike =>
    async meanwhile => {
      // The platform is slow to take, so that the broker has something to lose.
      link.stall()
      await pause(HOARDS)
      await mosquitto.kill(signal)
      link.cut()
      meanwhile()
      await mosquitto.restart()
      return performance.now()
    }
  return {
    server,
    port: mosquitto.port,
    kill: end('SIGKILL'),
    restart: end('SIGTERM'),
    async unlink(meanwhile) {
      link.cut()
      meanwhile()
      return performance.now()
    },
  }
}

/** Who is there, as lists of terminals show it. */
const watchPresence = ({ rows }: Stage) => ({
  /** How many of these. */
  async online(ids: readonly string[]) {
    const [row] = await rows<{ count: number }>(
      'select count(*)::int as count from terminal_links where connected and terminal_id = any ($1::bigint[])',
      [ids],
    )
    return row?.count ?? 0
  },
})
