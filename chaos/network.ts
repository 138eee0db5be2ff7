import { setTimeout as pause } from 'node:timers/promises'
import { apiAs } from '../e2e/api.ts'
import { givesUp, LINES, trouble } from './network/lines.ts'
import type { LineName } from './network/lines.ts'
import { eventsOf, LIMIT, twoRules } from './network/rules.ts'
import { aBarn } from './stage/barn.ts'
import type { Barn } from './stage/barn.ts'
import { valueOf } from './stage/box.ts'
import { aFarm, PERSON } from './stage/farm.ts'
import { booked, settled } from './stage/ledger.ts'
import { aProxy } from './stage/proxy.ts'
import type { Proxy } from './stage/proxy.ts'
import type { Stage } from './stage/stage.ts'
import { percentile, until } from './stage/until.ts'
import { fault, guarantee, never, note, time } from './scenario.ts'
import type { Figure, Order } from './scenario.ts'

interface Size {
  readonly lines: readonly LineName[]
  /** Readings that each box has to tell. */
  readonly past: number
  /** ms that the lines are bad. */
  readonly bad: number
  /** With rules, which take their time with what is past; and a box notices by itself that its line is dead. */
  readonly patient: boolean
}
const SIZES = {
  full: { lines: ['narrow', 'lossy', 'slow', 'flapping', 'halfOpen'], past: 20_000, bad: 30_000, patient: true },
  small: { lines: ['narrow', 'flapping', 'halfOpen'], past: 20_000, bad: 12_000, patient: false },
  brief: { lines: ['narrow', 'flapping', 'halfOpen'], past: 9000, bad: 6000, patient: false },
} as const satisfies Record<string, Size>

const HOUR = 3_600_000
const OUTAGE = 96 * HOUR
/** In the middle of the outage it was too hot for so long. */
const HOT = HOUR
const PRESENT_WITHIN = 5000
/** What the lines must do at least, or the run has shown nothing. */
const FAULTS = { told: 100, bytes: 10_000, cut: 2, stalled: 1 }
/** Longer than `bad`, on a busy machine, till they have done it. */
const FAULTS_WITHIN = 60
/** ms without a commit after which a mutant has told all that it will tell. */
const CALM = 3000

/** After four days without a connection smart boxes tell all of it over lines that are bad, beside what they measure now. */
export async function network(stage: Stage, { extent, play }: Order): Promise<readonly Figure[]> {
  const size: Size = extent === 'brief' ? SIZES.brief : play.mutant ? SIZES.small : SIZES.full
  const farm = await aFarm(stage.owner)
  await farm.person()
  const server = await stage.server()
  await server.start()
  const api = await apiAs(server.url, PERSON.name, PERSON.password)
  const middle = Date.now() - OUTAGE / 2
  const valueAt = (n: number, ts: number) => (Math.abs(ts - middle) < HOT / 2 ? LIMIT + 5 : 15 + (valueOf(n) % 10))
  const places: { readonly name: LineName; readonly proxy: Proxy; readonly barn: Barn }[] = []
  for (const name of size.lines) {
    const proxy = await aProxy(server.mqttPort, stage.random)
    stage.atEnd(() => proxy.close())
    proxy.become(LINES[name].conditions)
    const barn = await aBarn({
      stage,
      farm,
      url: server.url,
      api,
      port: proxy.port,
      past: size.past,
      over: OUTAGE,
      valueAt,
    })
    places.push({ name, proxy, barn })
  }
  const barns = places.map(({ barn }) => barn)
  const proxies = places.map(({ proxy }) => proxy)
  const first = barns[0]!
  let alarm: string | undefined
  if (size.patient) {
    await server.kill('SIGTERM')
    alarm = await twoRules(stage, farm, first, Date.now() - OUTAGE - 24 * HOUR)
    await server.start()
  }

  const total = size.past * barns.length
  const smart = barns.map(({ terminalId }) => terminalId)
  const countStored = () => booked(stage, smart)
  const present = watchPresent(
    stage,
    places.filter(({ name }) => LINES[name].steady).map(({ barn }) => barn),
  )
  for (const { agent } of barns) agent.start()
  let isOver = false
  const troubles = places.map(({ name, proxy }) => trouble(name, proxy, stage.random, () => isOver))
  const seen = (of: keyof Proxy['seen']) => proxies.reduce((all, proxy) => all + proxy.seen[of], 0)
  await pause(size.bad)
  await until(
    async () =>
      (['bytes', 'cut', 'stalled'] as const).every(of => seen(of) >= FAULTS[of]) && (await countStored()) >= FAULTS.told,
    FAULTS_WITHIN,
    200,
  )
  const crossed = seen('bytes')
  const onBadLines = await countStored()
  isOver = true
  await Promise.all(troubles)
  for (const { name, proxy } of places) {
    proxy.become({})
    if (name === 'halfOpen' && !size.patient) proxy.cut()
  }
  const dead = places.find(({ name }) => name === 'halfOpen')
  const noticed = size.patient && dead ? [note('a dead connection was noticed after, s', await givesUp(dead.proxy))] : []
  if (!play.mutant) await until(async () => (await countStored()) >= total, 180, 200)
  const ages = await present.stop()
  const about = alarm === undefined ? [] : await consequences(stage, alarm, first)
  for (const barn of barns) barn.quiet()
  const audit = () => Promise.all(barns.map(barn => barn.audit()))
  if (play.mutant) await settled(stage, CALM, 30)
  else await until(async () => (await audit()).every(({ lost }) => lost === 0), 60, 500)
  const audits = await audit()
  const sum = (of: (audit: (typeof audits)[number]) => number) => audits.reduce((all, one) => all + of(one), 0)
  return [
    never(
      'readings lost',
      sum(({ lost }) => lost),
    ),
    never(
      'duplicates',
      sum(({ duplicates }) => duplicates),
    ),
    never('crashes of the server', server.crashes()),
    time('p99 of what is measured now, ms', Math.round(percentile(ages, 0.99)), PRESENT_WITHIN),
    note('median of it, ms', Math.round(percentile(ages, 0.5))),
    ...noticed,
    note(
      'stored',
      sum(({ stored }) => stored),
    ),
    fault('readings of the past', total, extent === 'brief' ? 1 : 50_000),
    fault('of them over bad lines', onBadLines, FAULTS.told),
    fault('bytes over bad lines', crossed, FAULTS.bytes),
    fault('readings measured meanwhile', ages.length, size.patient ? 20 : 0),
    fault('connections cut', seen('cut'), FAULTS.cut),
    fault('half-open connections', seen('stalled'), FAULTS.stalled),
    ...about,
    ...(size.lines.includes('lossy') ? [fault('pieces that the line lost', seen('lost'), 20)] : []),
  ]
}

/** What rules make of what is past, and then, so that it says something, of what is hot now. */
async function consequences(stage: Stage, alarm: string, { warm, writes }: Barn): Promise<Figure[]> {
  const on = () => writes.filter(({ value }) => value === true).length
  // The alarm looks back once nothing late has come for half a minute.
  await until(async () => (await eventsOf(stage, alarm)).past > 0, 60, 500)
  const { past, present, aboutPast } = await eventsOf(stage, alarm)
  const early = on()
  warm(LIMIT + 5)
  await until(async () => on() > early && (await eventsOf(stage, alarm)).aboutPresent > 0, 60, 500)
  return [
    guarantee('events of the past', past, { least: 1, most: 1 }),
    never('events of the present', present),
    never('messages about what is over', aboutPast),
    never('fans switched on by what is past', early),
    fault('messages about what is present', (await eventsOf(stage, alarm)).aboutPresent),
    fault('fans switched on by what is present', on() - early),
  ]
}

/** Notes, from the first word of each box on, how old what it measures now is when it is stored; ms. */
function watchPresent({ rows }: Stage, barns: readonly Barn[]) {
  const ages: number[] = []
  const known = new Map(barns.map(barn => [barn.beat, { barn, from: Infinity, seen: new Set<number>() }]))
  let isOver = false
  const look = async () => {
    const storedTerminals = await rows<{ terminal: string }>('select distinct terminal_id::text as terminal from sequences')
    const stored = await rows<{ beat: string; value: number }>(
      'select interface_id::text as beat, value from readings where interface_id = any ($1::int[])',
      [[...known.keys()]],
    )
    const now = performance.now()
    // What was read before the first word came waited for the connection, not for the line.
    for (const of of known.values())
      if (of.from === Infinity && storedTerminals.some(({ terminal }) => terminal === of.barn.terminalId)) of.from = now
    for (const { beat, value } of stored) {
      const of = known.get(beat)
      if (!of || of.seen.has(value)) continue
      of.seen.add(value)
      const readAt = of.barn.beats[value] ?? Number.NaN
      if (readAt > of.from) ages.push(now - readAt)
    }
  }
  const looking = (async () => {
    while (!isOver) {
      await look()
      await pause(100)
    }
  })()
  return {
    async stop() {
      isOver = true
      await looking
      // What is still on its way is as old as it is by now.
      const now = performance.now()
      for (const { barn, from, seen } of known.values())
        for (const [n, readAt] of barn.beats.entries()) if (readAt > from && !seen.has(n)) ages.push(now - readAt)
      return ages
    },
  }
}
