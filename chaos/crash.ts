import { setTimeout as pause } from 'node:timers/promises'
import { aBox } from './stage/box.ts'
import type { Box } from './stage/box.ts'
import { aFarm } from './stage/farm.ts'
import { auditReadings, booked, settled } from './stage/ledger.ts'
import { aProxy } from './stage/proxy.ts'
import type { Proxy } from './stage/proxy.ts'
import type { Server } from './stage/server.ts'
import type { Stage } from './stage/stage.ts'
import { eventually, percentile, until } from './stage/until.ts'
import { fault, never, note, time } from './scenario.ts'
import type { Figure, Order } from './scenario.ts'

interface Size {
  readonly boxes: number
  readonly readings: number
  readonly kills: number
  readonly databaseStops: number
  /** Deaths between commit and PUBACK, where that is the fault. */
  readonly deaths: number
  readonly sentAgain: number
  /** Of those what was stored: only then does anything depend on the platform knowing it again. */
  readonly storedAgain: number
}

const SIZES = {
  full: { boxes: 20, readings: 100_000, kills: 8, databaseStops: 3, deaths: 20, sentAgain: 4000, storedAgain: 1000 },
  deadly: { boxes: 20, readings: 40_000, kills: 4, databaseStops: 0, deaths: 20, sentAgain: 500, storedAgain: 200 },
  // Mutants need fewer deaths to show.
  mutated: { boxes: 20, readings: 20_000, kills: 2, databaseStops: 0, deaths: 6, sentAgain: 300, storedAgain: 100 },
  brief: { boxes: 10, readings: 9000, kills: 2, databaseStops: 1, deaths: 3, sentAgain: 100, storedAgain: 50 },
  briefMutated: { boxes: 10, readings: 5000, kills: 2, databaseStops: 0, deaths: 3, sentAgain: 50, storedAgain: 50 },
} as const satisfies Record<string, Size>

/** Readings of a message: small, so that the limit of messages a second leaves room for the faults. */
const MESSAGE = 10
const SENSORS = 10
/** ms of one slice in which the rate is taken. */
const SLICE = 250
/** Of the undisturbed rate, so that a slice counts as full speed. */
const FULL = 0.7
/** s without progress after which a play ends. */
const DONE_WITHIN = 240
/** ms without a commit after which what was on its way is stored. */
const STORED = 120

/** Kills the server and stops the database while boxes send all they have; nothing acknowledged may be missing, nothing doubled. */
export async function crash(stage: Stage, { extent, play }: Order): Promise<readonly Figure[]> {
  const size: Size =
    extent === 'brief'
      ? play.mutant
        ? SIZES.briefMutated
        : SIZES.brief
      : play.mutant
        ? SIZES.mutated
        : play.fail
          ? SIZES.deadly
          : SIZES.full
  const farm = await aFarm(stage.owner)
  const meter = rateMeter()
  const boxes: Box[] = []
  const server = await stage.server()
  const line = await aProxy(server.mqttPort, stage.random)
  stage.atEnd(() => line.close())
  const began = Date.now() - 3_600_000
  for (let index = 0; index < size.boxes; index++)
    boxes.push(
      aBox({
        port: line.port,
        terminal: await farm.terminal(Array.from({ length: SENSORS }, () => 'TEMPERATURE')),
        readings: Infinity,
        size: MESSAGE,
        // Half of them as FB/1 wants it; half take a PUBACK for the end of it, which with this broker comes after the commit.
        // Where the server dies before the answer all of them do: only they send again what is stored.
        belief: index % 2 === 0 && !play.fail ? 'ack' : 'puback',
        began,
        random: stage.random,
        onAcknowledged: meter.add,
      }),
    )
  const scene = { stage, server, line, boxes, meter, size }
  const faults = play.fail ? await dieAfterCommit(scene) : await killAndStop(scene)
  if (!faults.hasLost) await untilAcknowledged(scene, size.readings)
  for (const box of boxes) box.finish()
  const done = !faults.hasLost && (await until(() => boxes.every(box => box.isDone()), DONE_WITHIN))
  for (const box of boxes) box.stop()
  const { stored, missing, duplicates, wrong } = await auditReadings(stage, boxes)
  const sum = (of: (box: Box) => number) => boxes.reduce((total, box) => total + of(box), 0)
  // Where readings are lost, the faults were enough.
  const least = (count: number) => (faults.hasLost ? 0 : count)
  return [
    never('acknowledged but missing', missing),
    never('duplicates', duplicates),
    never('other than what was sent', wrong),
    never('boxes that were not done', done ? 0 : boxes.filter(box => !box.isDone()).length),
    never('crashes of the server that nobody caused', server.crashes() - (play.fail ? faults.kills : 0)),
    note('stored', stored),
    fault('kills', faults.kills, least(play.fail ? size.deaths : size.kills)),
    fault('immediate stops of the database', faults.stops, least(play.fail ? 0 : size.databaseStops)),
    fault(
      'readings published again',
      sum(box => box.sentAgain()),
      least(size.sentAgain),
    ),
    fault(
      'readings published again that were stored',
      sum(box => box.storedSentAgain()),
      least(size.storedAgain),
    ),
    fault('connections that broke before the answer', line.seen.deafened, least(play.fail ? 0 : size.boxes)),
    note('full rate, readings/s', meter.full()),
    time('slowest recovery to full rate, s', Math.max(0, ...faults.recoveries), 5),
    note('median recovery, s', percentile(faults.recoveries, 0.5)),
  ]
}

interface Scene {
  readonly stage: Stage
  readonly server: Server
  readonly line: Proxy
  readonly boxes: readonly Box[]
  readonly meter: ReturnType<typeof rateMeter>
  readonly size: Size
}
interface Faults {
  readonly kills: number
  readonly stops: number
  /** s from the beginning of the repair to full speed. */
  readonly recoveries: readonly number[]
  /** A kill has lost acknowledged readings: nothing more is to be shown. */
  readonly hasLost: boolean
}

/**
 * Waits until so many readings are acknowledged, as long as there is progress; or until more are acknowledged than stored, the
 * moment at which a kill loses readings.
 */
async function untilAcknowledged({ stage, server, meter }: Pick<Scene, 'stage' | 'server' | 'meter'>, count: number) {
  const isAhead = async () => {
    // Before the query: what is stored meanwhile may only hide a fault, never show one.
    const acknowledged = meter.total()
    return acknowledged > (await booked(stage))
  }
  for (let before = -1; meter.total() > before;) {
    before = meter.total()
    if (await until(async () => meter.total() >= count || (await isAhead()), DONE_WITHIN)) return
  }
  throw new Error(
    `no reading acknowledged in ${DONE_WITHIN} s, after ${meter.total()} of ${count}; the server ended by itself ${server.crashes()} times\n${server.lastWords()}`,
  )
}

/** Faults in a row, each when a further share of the readings is stored; between them acknowledgements get lost. */
async function killAndStop(scene: Scene): Promise<Faults> {
  const { stage, server, line, boxes, meter, size } = scene
  await server.start()
  for (const box of boxes) box.start()
  const faults = size.kills + size.databaseStops
  const recoveries: number[] = []
  let kills = 0
  let stops = 0
  for (let index = 1; index <= faults; index++) {
    const due = (size.readings * index) / (faults + 1)
    const between = (size.readings * (index - 0.5)) / (faults + 1)
    if (index > 1) {
      await untilAcknowledged(scene, between)
      await loseAnswers(stage, line)
    }
    await untilAcknowledged(scene, due)
    if (index === 1) meter.calibrate()
    await pause(stage.random.between(0, 80))
    // Every third fault takes the database, so long as there are stops to make.
    const takesDatabase = index % 3 === 0 && stops < size.databaseStops
    await eventually('readings on their way', () => boxes.some(box => box.inFlight() > 0), DONE_WITHIN)
    if (takesDatabase) await stage.stopDatabase()
    else {
      await server.kill('SIGKILL')
      if (await hasLost(scene)) return { kills: kills + 1, stops, recoveries, hasLost: true }
    }
    const healed = performance.now()
    if (takesDatabase) await stage.startDatabase()
    else await server.start()
    if (takesDatabase) stops++
    else kills++
    const full = await until(() => meter.isFull(healed), 30)
    recoveries.push(full ? Math.round(performance.now() - healed) / 1000 : Infinity)
  }
  return { kills, stops, recoveries, hasLost: false }
}

/** Are acknowledged readings missing once the last commits of the dead server have ended? */
async function hasLost({ stage, boxes }: Scene): Promise<boolean> {
  await settled(stage, STORED, 10)
  return (await auditReadings(stage, boxes)).missing > 0
}

/** Every connection breaks between the commit and the PUBACK: what is on its way is stored, and its box never hears of it. */
async function loseAnswers(stage: Stage, line: Proxy) {
  line.deafen()
  await settled(stage, STORED, 10)
  line.cut()
}

/** The server dies again and again between a commit and the PUBACK, after a few commits of each life. */
async function dieAfterCommit({ stage, server, boxes, size }: Scene): Promise<Faults> {
  for (const box of boxes) box.start()
  for (let kills = 0; ; kills++) {
    if (kills === size.deaths) {
      await server.start({ FAIL: '' })
      return { kills, stops: 0, recoveries: [], hasLost: false }
    }
    await server.start({ FAIL_COMMITS: String(stage.random.whole(2, 12)) })
    const died = await Promise.race([server.gone().then(() => true), pause(DONE_WITHIN * 1000, false, { ref: false })])
    if (!died) throw new Error(`nothing was committed in ${DONE_WITHIN} s\n${server.lastWords()}`)
  }
}

/** Acknowledged readings in slices of time. */
function rateMeter() {
  const slices = new Map<number, number>()
  let total = 0
  let calm = 0
  const sliceAt = (at: number) => Math.floor(at / SLICE)
  return {
    add(count: number) {
      total += count
      const slice = sliceAt(performance.now())
      slices.set(slice, (slices.get(slice) ?? 0) + count)
    },
    total: () => total,
    /** What came until now came undisturbed. */
    calibrate() {
      calm = percentile([...slices.values()], 0.5)
    },
    full: () => Math.round((calm * 1000) / SLICE),
    /** Was there a slice of full speed since then? */
    isFull(since: number) {
      for (const [slice, count] of slices) if (slice > sliceAt(since) && count >= calm * FULL) return true
      return false
    },
  }
}
