import { readsOf, writesOf } from '@steading/rules/listeners'
import type { RuleBody, RuleInterface } from '@steading/contract/rules/body'
import type { EventStatus } from '@steading/contract/events/events'
import type { Value } from '@steading/contract/devices/interfaces'
import type { Random } from '../chaos/random.ts'
import { seeded } from '../chaos/random.ts'
import { bodyOf, sceneOf, TEMPLATES } from './rule.ts'
import type { Scene } from './rule.ts'
import { wiringFor } from './wiring.ts'

/** What will happen to one rule in some weeks, whoever runs it. Instants are UTC ms. */
export type Happening =
  | { readonly at: number; readonly kind: 'reading'; readonly id: string; readonly value: Value }
  | { readonly at: number; readonly kind: 'command'; readonly id: string; readonly value: Value; readonly hold: number }
  /** A person sets the status of the event that is open, or was last. */
  | { readonly at: number; readonly kind: 'status'; readonly status: EventStatus }
  /** Whoever runs the rule stops for `gap` ms; killed, it does not say good-bye. */
  | { readonly at: number; readonly kind: 'stop'; readonly gap: number; readonly killed: boolean }
  | { readonly at: number; readonly kind: 'deploy'; readonly body: RuleBody }
  | { readonly at: number; readonly kind: 'undeploy' }
  | { readonly at: number; readonly kind: 'silent'; readonly terminalId: string | undefined; readonly for: number }

export interface World {
  readonly seed: number
  readonly scene: Scene
  readonly start: number
  readonly until: number
  /** In the order of time. */
  readonly happenings: readonly Happening[]
  /** Nothing but readings happens, and the network is sound: every host must say the same. */
  readonly calm: boolean
  /** Share of the writes that do not reach their device. */
  readonly failing: number
  /** Share of the written values that their device does not follow. */
  readonly stuck: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export function worldOf(seed: number, days: number): World {
  const random = seeded(Math.imul(seed + 1, 0x9e3779b1))
  const scene = sceneOf(random, days)
  const { start } = scene
  const until = start + days * DAY
  const calm = random.chance(0.3)
  const wiring = wiringFor(random, TEMPLATES[seed % TEMPLATES.length]!)
  const body = bodyOf(random, wiring, scene, 1)
  const deployed = start + (random.chance(0.5) ? 0 : random.whole(1, 5) * HOUR)
  const happenings: Happening[] = [{ at: deployed, kind: 'deploy', body }]
  const stops = calm ? [] : stopsOf(random, deployed, until)
  happenings.push(...stops)
  if (!calm) {
    happenings.push(...deployments(random, scene, wiring, deployed, until))
    happenings.push(...people(random, body, deployed, until))
    happenings.push(...silences(random, body, deployed, until))
  }
  const isDown = (at: number) => stops.some(stop => at >= stop.at && at < stop.at + stop.gap)
  const seen = new Set(happenings.map(happening => happening.at))
  const read = new Set(happenings.flatMap(happening => (happening.kind === 'deploy' ? readsOf(happening.body) : [])))
  const sensed = body.interfaces.filter(item => read.has(item.id)).flatMap(item => sense(random, item, start, until))
  const all = [...happenings, ...sensed.filter(happening => !seen.has(happening.at))].filter(
    happening => happening.at < until && (happening.kind === 'stop' || !isDown(happening.at)),
  )
  return {
    seed,
    scene,
    start,
    until,
    happenings: all.toSorted((a, b) => a.at - b.at || placeOf(a) - placeOf(b) || byId(a, b)),
    calm,
    failing: calm || random.chance(0.6) ? 0 : 0.15,
    stuck: random.chance(0.6) ? 0 : 0.1,
  }
}

const placeOf = (happening: Happening): number => (happening.kind === 'deploy' ? 0 : happening.kind === 'reading' ? 1 : 2)
const byId = (a: Happening, b: Happening): number => (a.kind === 'reading' && b.kind === 'reading' ? (a.id < b.id ? -1 : 1) : 0)

/** Times at which a few things happen, hours to days apart; no two at one instant, and none at a whole second. */
function* moments(random: Random, from: number, until: number, apart: number): Generator<number> {
  for (let at = from; ;) {
    at += random.whole(1, 2 * apart)
    const odd = at - (at % 1000) + random.whole(1, 999)
    if (odd >= until) return
    yield odd
  }
}

export function stopsOf(random: Random, from: number, until: number) {
  if (random.chance(0.4)) return []
  const stops: Extract<Happening, { kind: 'stop' }>[] = []
  let free = from
  for (const at of moments(random, from, until, 8 * DAY)) {
    if (at < free) continue
    const gap = random.one([2000, 20_000, 200_000, 1_200_000, 4 * HOUR, 30 * HOUR]) + random.whole(0, 999)
    stops.push({ at, kind: 'stop', gap, killed: random.chance(0.5) })
    free = at + gap + MINUTE
  }
  return stops
}

function deployments(
  random: Random,
  scene: Scene,
  first: ReturnType<typeof wiringFor>,
  from: number,
  until: number,
): Happening[] {
  if (random.chance(0.5)) return []
  let wiring = first
  let version = 1
  return [...moments(random, from, until, 9 * DAY)].flatMap((at): Happening[] => {
    version++
    if (random.chance(0.25)) {
      const back = at + random.whole(1, 30) * HOUR
      return [
        { at, kind: 'undeploy' },
        { at: back, kind: 'deploy', body: bodyOf(random, wiring, scene, version) },
      ]
    }
    // Other outputs or sensors: it starts anew.
    if (random.chance(0.4)) wiring = rewired(random, wiring)
    return [{ at, kind: 'deploy', body: bodyOf(random, wiring, scene, version) }]
  })
}

/** Its sensors in another order, another one in the place of one, or the other output of an alarm. */
function rewired(random: Random, wiring: ReturnType<typeof wiringFor>): ReturnType<typeof wiringFor> {
  const { sensors, outputs, template } = wiring
  const isAlarm = template.includes('ALARM')
  const known = isAlarm ? ['11', '15', '17', ...sensors] : sensors
  return {
    ...wiring,
    sensors: isAlarm && random.chance(0.5) ? [...sensors.slice(1), random.one(known)] : sensors.toReversed(),
    outputs: template === 'ALARM_WITH_ACTUATION' && random.chance(0.4) ? [outputs[0] === '21' ? '22' : '21'] : outputs,
  }
}

function people(random: Random, body: RuleBody, from: number, until: number): Happening[] {
  const outputs = [...new Set([...writesOf(body), ...readsOf(body).filter(id => kindOf(body, id) === 'COMMAND')])]
  const commands =
    outputs.length === 0 || random.chance(0.4)
      ? []
      : [...moments(random, from, until, 2 * DAY)].map((at): Happening => {
          const id = random.one(outputs)
          const isBoolean = body.interfaces.some(item => item.id === id && item.dataType === 'BOOLEAN')
          const value = isBoolean ? random.chance(0.5) : random.one([0, 20, 35, 100])
          return { at, kind: 'command', id, value, hold: random.one([0, 90_000, 1_800_000, 5 * HOUR, 40 * HOUR]) }
        })
  if (!('event' in body) || random.chance(0.3)) return commands
  const statuses = [...moments(random, from, until, 12 * HOUR)].map((at): Happening => {
    return { at, kind: 'status', status: random.one(['OPEN', 'PENDING', 'PENDING', 'CLOSED']) }
  })
  return [...commands, ...statuses]
}

function silences(random: Random, body: RuleBody, from: number, until: number): Happening[] {
  if (random.chance(0.6)) return []
  const terminals = [...new Set(body.interfaces.map(item => item.terminalId))]
  return [...moments(random, from, until, 6 * DAY)].map((at): Happening => {
    return { at, kind: 'silent', terminalId: random.one(terminals), for: random.whole(1, 600) * MINUTE }
  })
}

const kindOf = (body: RuleBody, id: string) => body.interfaces.find(item => item.id === id)?.kind

/** What one sensor says: sampled by the clock, with drop-outs, and now and then a flurry seconds apart. */
function sense(random: Random, ruleInterface: RuleInterface, start: number, until: number): Happening[] {
  const next = valuesOf(random, ruleInterface)
  const found = new Set<number>()
  const put = (at: number) => {
    if (at >= start && at < until) found.add(at)
  }
  const slow =
    ruleInterface.every === 0 ||
    ruleInterface.dataType === 'BOOLEAN' ||
    ruleInterface.dataType === 'STRING' ||
    ruleInterface.kind === 'COMMAND'
  const pace = slow ? 0 : (ruleInterface.every === 60 ? 7200 : Math.max(ruleInterface.every, 1800)) * 1000
  const punctual = random.chance(0.5)
  const lost: [number, number][] = [...moments(random, start, until, 7 * DAY)].map(at => [
    at,
    at + random.whole(10, 3000) * MINUTE,
  ])
  const isLost = (at: number) => lost.some(([a, b]) => at >= a && at < b)
  if (pace > 0)
    for (let at = start - (start % pace); at < until; at += pace) {
      const exact = at + (punctual ? 0 : random.whole(-30, 30) * 1000)
      if (!isLost(exact)) put(exact)
    }
  else for (const at of moments(random, start, until, 8 * HOUR)) put(random.chance(0.5) ? at - (at % 1000) : at)
  for (const at of moments(
    random,
    start,
    until,
    ruleInterface.kind === 'COUNTER' || ruleInterface.every === 60 ? 18 * HOUR : 36 * HOUR,
  )) {
    const apart = random.one([1, 7, 10, 30, 60, 60, 100])
    const length = random.whole(2, ruleInterface.kind === 'COUNTER' ? 40 : 25)
    const from = at - (at % MINUTE)
    for (let k = 0; k < length; k++) put(from + k * apart * 1000)
  }
  return (
    [...found]
      .toSorted((a, b) => a - b)
      // The rate of a meter is counted over readings at least so far apart.
      .filter((at, k, all) => ruleInterface.kind !== 'COUNTER' || k === 0 || at - all[k - 1]! >= 10_000)
      .map(at => ({ at, kind: 'reading', id: ruleInterface.id, value: next() }))
  )
}

function valuesOf(random: Random, ruleInterface: RuleInterface): () => Value {
  if (ruleInterface.kind === 'COUNTER') {
    let register = random.whole(0, 990)
    return () => {
      if (random.chance(0.02)) register = random.one([0, 5, 5000])
      register += random.one([0, 0, 1, 2, 10, 50])
      if (ruleInterface.modulus !== undefined && register >= ruleInterface.modulus) register -= ruleInterface.modulus
      return register
    }
  }
  if (ruleInterface.dataType === 'BOOLEAN') return () => random.chance(0.5)
  if (ruleInterface.dataType === 'STRING') return () => random.one(['ok', 'jam', 'jam ', 'Ok'])
  if (ruleInterface.kind === 'COMMAND') return () => random.one([0, 20, 35, 100])
  let x = 88
  // A walk in quarters of a degree, back towards 22 °C: limits are met exactly, time and again.
  return () => {
    x += random.whole(-5, 5) + (x > 100 ? -2 : x < 76 ? 2 : 0)
    return x / 4
  }
}
