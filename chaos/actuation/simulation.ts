import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '@steading/contract/box/messages'
import type { InterfaceSpec, MessageOf, UpTopic } from '@steading/contract/box/messages'
import { buildWorld } from '../../apps/server/src/app/world.ts'
import { createCommands } from '../../apps/server/src/devices/commands/commands.ts'
import { runInOrder, createLinks } from '../../apps/server/src/devices/links/links.ts'
import type { Link } from '../../apps/server/src/devices/links/links.ts'
import { createSessions } from '../../apps/server/src/devices/links/sessions.ts'
import type { Broker } from '../../apps/server/src/platform/broker/broker.ts'
import { systemActor } from '../../apps/server/src/platform/actor.ts'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import type { Database } from '../../apps/server/src/platform/database/unitOfWork.ts'
import { Failed, Refused } from '../../apps/server/src/platform/failures.ts'
import { createLogger } from '../../apps/server/src/platform/log.ts'
import { freshSecrets } from '../../apps/server/src/platform/security/secrets.ts'
import type { World } from '../../apps/server/src/platform/world.ts'
import { seeded } from '../random.ts'
import type { Random } from '../random.ts'
import type { Farm, Terminal } from '../stage/farm.ts'
import type { Stage } from '../stage/stage.ts'
import { network } from './network.ts'
import type { Network, Weather } from './network.ts'
import type { Witness } from './witness.ts'
import { timeline } from './timeline.ts'
import type { Timeline } from './timeline.ts'
import { virtualBox } from './virtual-box.ts'

const EPOCH = 1_790_000_000_000
const OUTPUTS = 3
const COMMANDS = 10
/** ms in which all of them are given. */
const STORY = 180_000
/** ms until every command must have ended. */
const EPILOGUE = 90_000
const SWEEP = 5000
/** Seeds until every kind of fault has happened. */
const LEAST = 20
const system = systemActor('somebody')

const WEATHERS: readonly Weather[] = [
  { least: 2, most: 40, twice: 0, astray: 0, heldBack: 0 },
  { least: 20, most: 900, twice: 0.1, astray: 0.1, heldBack: 0.05 },
  { least: 500, most: 3000, twice: 0.1, astray: 0.2, heldBack: 0.1 },
  { least: 5, most: 300, twice: 0.6, astray: 0.4, heldBack: 0.4 },
]

/** The server's decisions and the box's, as they are, over a network that is simulated, in virtual time: one story for each seed. */
export async function simulate(
  { owner, databaseUrl, folder }: Stage,
  farm: Farm,
  first: number,
  seeds: number,
  into: Witness,
  isEnough: () => boolean,
) {
  // Its database may lose the last moments of a power cut; nobody cuts its power.
  await owner.query(`do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`)
  let busy = 0
  const settle = async () => {
    for (let idle = 0; idle < 2;) {
      await new Promise<void>(done => setImmediate(done))
      idle = busy === 0 ? idle + 1 : 0
    }
  }
  let time: Timeline = timeline(settle)
  const world = await buildWorld({
    config: readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }),
    databaseUrl,
    log: createLogger('silent'),
    secrets: freshSecrets(),
    clock: { now: () => EPOCH + Math.floor(time.now()), mono: () => time.now(), after: (ms, act) => time.after(ms, act) },
  })
  const whileBusy = async <T>(transaction: Promise<T>): Promise<T> => {
    busy++
    try {
      return await transaction
    } finally {
      busy--
    }
  }
  const db: Database = {
    work: (actor, act) => whileBusy(world.db.work(actor, act)),
    snapshot: (actor, read) => whileBusy(world.db.snapshot(actor, read)),
  }
  const terminal = await farm.terminal(Array.from({ length: OUTPUTS }, () => 'VENTILATION_CONTROL'))
  await world.owner.query(`update interfaces set direction = 'IN_OUT', min = 0, max = 100`)
  // Ledgers are forced to disk with every command: memory stands for the disk where there is such a place.
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'steading-ledgers-'))
  const faults: Record<string, number> = { reboots: 0, 'restarts of the server': 0 }
  for (let seed = first; seed < first + seeds && !(seed >= first + LEAST && isEnough()); seed++) {
    time = timeline(settle)
    const ledger = join(home, String(seed))
    mkdirSync(ledger)
    const runFaults = await story({ world: { ...world, db }, terminal, time, random: seeded(seed), ledger, into, seed })
    for (const [name, count] of Object.entries(runFaults)) faults[name] = (faults[name] ?? 0) + count
    rmSync(ledger, { recursive: true })
  }
  rmSync(home, { recursive: true })
  await world.close()
  return faults
}

interface Cast {
  readonly world: World
  readonly terminal: Terminal
  readonly time: Timeline
  readonly random: Random
  readonly ledger: string
  readonly into: Witness
  readonly seed: number
}

async function story({ world, terminal, time, random, ledger, into, seed }: Cast) {
  const name = `seed ${seed}`
  const specs = terminal.interfaceIds.map((id, ix) => output(id, ix))
  const now = () => EPOCH + time.now()
  const restarts = { reboots: 0, 'restarts of the server': 0 }
  const net = network({
    time,
    random,
    toBox: (topic, message) => box.hear(topic, message),
    toServer: (topic, message) => server.hear(topic, message),
    entered: () => server.login(),
    gone: () => server.gone(),
  })
  let server = serverOf(world, terminal, net)
  const box = virtualBox({
    time,
    random,
    epoch: EPOCH,
    network: net,
    specs,
    ledger: join(ledger, 'commands.json'),
    onWrite: (address, value) => into.write(name, address, value, now()),
    onAnswer: ({ id, st }) => into.answer(id, st),
    onCommand: ({ id }, sid) => into.hear(id, sid),
  })
  const forget = world.bus.on('command.changed', 'chaos', ({ command }) => into.show(command.id, command.state, now()))

  // Often so soon that a command of the session before may still be on its way.
  const again = () => time.after(random.between(300, random.one([1500, 15_000])), () => box.connect(random.one(WEATHERS)))
  const happen = () => {
    const what = random.next()
    if (what < 0.35) box.cut(random.chance(0.4))
    else if (what < 0.5) box.stall()
    else if (what < 0.7) {
      box.reboot()
      restarts.reboots++
    } else if (what < 0.8) box.jump(random.one([3_600_000, -3_600_000, -86_400_000]))
    else if (what < 0.9) {
      restarts['restarts of the server']++
      net.disconnect()
      server.stop()
      server = serverOf(world, terminal, net)
      void server.start()
    }
    // Whatever it was, the box notices in the end that it must connect anew.
    if (what < 0.7 || (what >= 0.8 && what < 0.9))
      time.after(random.between(0, 20_000), () => {
        box.cut(false)
        again()
      })
    time.after(random.between(5000, 60_000), happen)
  }
  const sweep = () => {
    void server.sweep()
    if (time.now() < STORY + EPILOGUE) time.after(SWEEP, sweep)
  }

  await server.start()
  again()
  sweep()
  time.after(random.between(5000, 30_000), happen)
  const values = Array.from({ length: 100 }, (_, index) => index + 1).toSorted(() => random.next() - 0.5)
  for (let index = 0; index < COMMANDS; index++) {
    const value = values[index]!
    const ix = random.whole(0, OUTPUTS - 1)
    const ttl = random.one([1000, 3000, 8000, 8000, 30_000])
    time.after(random.between(3000, STORY), () => {
      const began = performance.now()
      void server.send(terminal.interfaceIds[ix]!, value, ttl).then(outcome => {
        if (outcome === 'away') into.refuse(performance.now() - began)
        else if (outcome !== 'too fast') into.issue(name, { ...outcome, address: specs[ix]!.address, value, ttl })
      })
    })
  }
  await time.until(STORY + EPILOGUE)
  server.stop()
  forget()
  return { ...restarts, ...net.faults }
}

const output = (id: string, ix: number): InterfaceSpec => ({
  ix,
  id,
  type: 'INTEGER',
  dir: 'IN_OUT',
  unit: '%',
  min: 0,
  max: 100,
  factor: 1,
  offset: 0,
  hist: 'ALL_VALUES',
  every: 60,
  address: `output ${ix}`,
})

/** One life of the server: its links, sessions and commands over the simulated broker. */
function serverOf(world: World, { id: terminalId, uid }: Terminal, net: Network) {
  const known = createLinks(world.clock)
  const broker: Broker = {
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    publish: (_, kind, message) => net.publish(kind, message),
    setPassword: () => Promise.resolve(),
    removeUser: () => undefined,
    disconnect: () => net.disconnect(),
    silentMs: () => net.quietFor(),
    internalUrl: () => '',
    address: () => ({ host: '', port: 0, tls: false }),
    health: () => ({ ok: true, detail: '' }),
  }
  const nothing = { upTo: 0, miss: [] }
  const present = createSessions({
    world,
    links: known,
    broker,
    journal: {
      upTo: () => Promise.resolve(nothing),
      startAt: () => Promise.resolve(true),
      discard: () => Promise.resolve(),
      quarantine: { put: () => Promise.resolve(), putOnce: () => Promise.resolve(), count: () => 0 },
    },
    shadow: { onHello: () => Promise.resolve() },
    onRestart: (work, link) => orders.release(work, link.terminalId),
  })
  const alive = (link: Link) => link.connected && present.silenceMs(link) <= LIMITS.silence
  const orders = createCommands({ world, links: known, broker, isAlive: alive })
  let isOver = false
  const link = () => (isOver ? undefined : known.byUid(uid))
  const later = (act: (link: Link) => Promise<void>) => {
    const one = link()
    if (one) void runInOrder(one, () => act(one))
  }

  return {
    async start() {
      await present.endAll()
      await orders.start()
    },
    stop() {
      isOver = true
      orders.stop()
    },
    login: () => void (isOver || known.open(uid, { terminalId, entityId: '1', box: 1 })),
    gone: () => later(present.end),
    sweep: () => (isOver ? Promise.resolve() : present.sweep()),
    hear<T extends UpTopic>(topic: T, message: MessageOf<T>) {
      const one = link()
      if (!one) return
      one.heardAt = world.clock.mono()
      // safe, all of them: T names the message
      if (topic === 'up/hello') later(of => present.onHello(of, message as MessageOf<'up/hello'>))
      else if (topic === 'up/state') later(of => present.onState(of, message as MessageOf<'up/state'>))
      else if (topic === 'up/ack') later(of => orders.onAnswer(of, message as MessageOf<'up/ack'>))
      else if (topic === 'up/time') {
        const { m } = message as MessageOf<'up/time'>
        net.publish('dn/time', { m, rx: world.clock.now(), tx: world.clock.now() })
      }
    },
    async send(interfaceId: string, value: number, ttl: number) {
      try {
        const hold = 60_000
        return await world.db.work(system, async work => {
          const sid = link()?.sid ?? ''
          const { id } = await orders.send(work, { interfaceId, value, ttl, hold })
          return { id, sid, issuedAt: work.now.getTime() }
        })
      } catch (error) {
        if (error instanceof Refused && error.code === 'TERMINAL_NOT_CONNECTED') return 'away'
        if (error instanceof Failed) return 'too fast'
        throw error
      }
    },
  }
}
