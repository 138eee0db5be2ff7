import type { Actuate } from '@steading/rules/effects'
import { writesOf } from '@steading/rules/listeners'
import type { Life } from './lives.ts'
import { follow, pinsOf, set } from './pins.ts'
import type { Pin } from './pins.ts'
import { isControl, isLost, pointsAt, temperatureAt } from './points.ts'
import type { ControlBody, Points } from './points.ts'
import { walk } from './walk.ts'
import type { Moment } from './walk.ts'

/** I4 and I5 for control rules: outputs follow the temperature, inside their bounds, and are safe when it is lost. */

const SLACK = 2000
const micro = (x: number) => Math.round(x * 1e6)
const rounded = (x: number) => Math.floor(x + 0.5 + 1e-9)

/** Some outputs that do the same. */
interface Group {
  readonly ids: readonly string[]
  readonly mode: 'COOL' | 'HEAT'
  readonly safe: number
  /** Of the other side, which must be off before this one goes on. */
  readonly against: readonly string[]
}

const known = new WeakMap<ControlBody, readonly Group[]>()

const groupsOf = (body: ControlBody): readonly Group[] => {
  const groups = known.get(body) ?? makeGroups(body)
  known.set(body, groups)
  return groups
}

const makeGroups = (body: ControlBody): readonly Group[] => {
  const c = body.inputs
  if ('heatOutputs' in c)
    return [
      { ids: c.heatOutputs, mode: 'HEAT', safe: 0, against: c.coolOutputs },
      { ids: c.coolOutputs, mode: 'COOL', safe: c.safeValue ? 1 : 0, against: c.heatOutputs },
    ]
  const usual = c.mode === 'HEAT' ? 0 : 'step' in c ? 40 : 1
  return [{ ids: c.outputs, mode: c.mode, safe: c.safeValue === undefined ? usual : Number(c.safeValue), against: [] }]
}

/** What the temperature asks for: a switch is 1, 0 or null (as it is), a level its wish. */
function wishOf(body: ControlBody, group: Group, points: Points, t: number): number | null {
  const named = (name: string): number =>
    points['heatOutputs' in body.inputs ? `${group.mode.toLowerCase()}${name[0]!.toUpperCase()}${name.slice(1)}` : name] ?? NaN
  const cool = group.mode === 'COOL'
  const setPoint = named('setPoint')
  if (!('step' in body.inputs)) {
    const differential = named('differential')
    if (cool ? micro(t) >= micro(setPoint + differential) : micro(t) <= micro(setPoint - differential)) return 1
    if (cool ? micro(t) <= micro(setPoint) : micro(t) >= micro(setPoint)) return 0
    return null
  }
  const e = cool ? t - setPoint : setPoint - t
  if (!cool && e <= 0) return 0
  const [min, max] = boundsOf(body, points)
  return rounded(min + (max - min) * Math.min(1, Math.max(0, e / (points['band'] ?? 4))))
}

const boundsOf = (body: ControlBody, points: Points): readonly [number, number] => [
  points['minOutput'] ?? ('mode' in body.inputs && body.inputs.mode === 'COOL' ? 10 : 0),
  points['maxOutput'] ?? 100,
]

/** What a group was asked for at last, and since when. */
interface Asked {
  wish: number | null
  lost: boolean
  since: number
  body: ControlBody | null
  /** The way of a level: in which direction it goes, from where, and how far it has to get. */
  way: { readonly sign: number; readonly from: number; readonly at: number; reach: number } | null
}

export function checkControl(life: Life): string[] {
  const wrong: string[] = []
  const first = life.entries.find(entry => entry.kind === 'input')
  if (first?.kind !== 'input' || !isControl(first.body)) return wrong
  const pins = pinsOf(writesOf(first.body), life.from)
  const asked = groupsOf(first.body).map((): Asked => ({ wish: null, lost: false, since: life.from, body: null, way: null }))
  const pinsOfGroup = (ids: readonly string[]) => ids.flatMap(id => pins.get(id) ?? [])
  let seen = life.from

  /** Looks at the time that has passed until `ts`, in which nothing changed. */
  const look = (ts: number) => {
    if (ts <= seen) return
    for (const [at, one] of asked.entries()) {
      const { body } = one
      if (!body) continue
      const group = groupsOf(body)[at]!
      for (const pin of pinsOfGroup(group.ids)) if (ts > pin.heldUntil) lookAt(one, body, group, pin, ts)
    }
    seen = ts
  }

  const lookAt = (one: Asked, body: ControlBody, group: Group, pin: Pin, ts: number) => {
    const from = Math.max(one.since, pin.free, pin.heldUntil)
    const breach = (what: string) =>
      wrong.push(`${what}: output ${pin.id} is ${pin.last} at ${ts}, wish ${one.wish} since ${one.since}, free since ${from}`)
    const others = pinsOfGroup(group.against)
    const changeOver = 'changeOver' in body.inputs ? body.inputs.changeOver * 1000 : 0
    const locked = Math.max(-Infinity, ...others.map(other => (other.last === 0 || other.last === null ? other.off : Infinity)))
    const unlocked = Math.max(from, ...others.map(other => other.free), locked + changeOver)
    if (one.lost) {
      const due = group.safe === 1 && others.length > 0 ? unlocked + changeOver : from
      if (ts > due + SLACK && pin.last !== group.safe) breach(`I5 not safe (${group.safe})`)
      return
    }
    if (one.wish === null) return
    if (!('step' in body.inputs)) {
      const least = 1000 * Math.max(body.inputs.minOn, body.inputs.minOff)
      const due = (one.wish === 1 && others.length > 0 ? unlocked + changeOver : from) + least
      if (ts > due + SLACK && pin.last !== one.wish) breach('I4 does not follow')
      return
    }
    const { step, maxSlew, cycleTime } = body.inputs
    if (maxSlew > 0 || cycleTime > 0 || ts <= from + SLACK || pin.last === null) return
    const ends = [0, ...boundsOf(body, pointsAt(body, { ts: one.since, senses: new Map() }) ?? {}).map(rounded)]
    const far = Math.abs(pin.last - one.wish)
    if (far >= step || (far > 0 && !('cycle' in body.inputs) && body.template === 'PROPORTIONAL' && ends.includes(one.wish)))
      breach('I4 does not follow')
  }

  const ask = (moment: Moment) => {
    const { body, ts } = moment
    if (!isControl(body)) return
    const points = pointsAt(body, moment)
    const t = temperatureAt(body, moment)
    for (const [at, group] of groupsOf(body).entries()) {
      const one = asked[at]!
      const lost = points !== null && isLost(body, moment)
      const wish = points === null || t === null ? null : wishOf(body, group, points, t)
      if (wish !== one.wish || lost !== one.lost || one.body !== body) Object.assign(one, { wish, lost, since: ts, body })
      if (points === null) one.since = ts
      travel(one, body, group, ts)
    }
  }

  /** How far a level must have got at its speed, fractions and all. */
  const travel = (one: Asked, body: ControlBody, group: Group, ts: number) => {
    const pin = pins.get(group.ids[0]!)
    if (!pin || !('step' in body.inputs)) return
    const { maxSlew, cycleTime, step } = body.inputs
    const level = pin.last
    const isClear =
      maxSlew > 0 && cycleTime === 0 && one.wish !== null && !one.lost && level !== null && ts >= pin.heldUntil && pin.own
    if (!isClear || Math.abs(one.wish! - level) <= step) {
      one.way = null
      return
    }
    const sign = Math.sign(one.wish! - level)
    if (one.way && (one.way.sign !== sign || one.way.from < pin.free)) one.way = null
    one.way ??= { sign, from: ts, at: level, reach: one.wish! }
    const { way } = one
    way.reach = sign > 0 ? Math.min(way.reach, one.wish!) : Math.max(way.reach, one.wish!)
    const gone = maxSlew * ((ts - way.from) / 60_000 - 1) - 1
    const least = Math.min(sign * way.reach - step, sign * way.at + gone)
    if (sign * level < least)
      wrong.push(`I4 slower than its slew: output ${pin.id} is ${level} at ${ts}, from ${way.at} at ${way.from} to ${way.reach}`)
  }

  const judgeWrite = (effect: Actuate, { body, ts, senses }: Moment) => {
    const pin = pins.get(effect.interfaceId)
    if (!pin || !isControl(body)) return
    const breach = (what: string) => wrong.push(`${what}: ${JSON.stringify(effect)}`)
    const value = Number(effect.value)
    if (ts < pin.heldUntil) breach('I4 written while a person has it')
    if (pin.last === value) breach('I4 written without a difference')
    const points = pointsAt(body, { ts, senses })
    if (points === null) breach('I4 written before its cycle began')
    const group = groupsOf(body).find(one => one.ids.includes(effect.interfaceId))
    if (group && points !== null) judgeValue(effect, pin, group, body, points, ts, breach)
    set(pin, value, effect.ts)
    pin.own = { ts: effect.ts, value, reason: effect.reason }
  }

  const judgeValue = (
    effect: Actuate,
    pin: Pin,
    group: Group,
    body: ControlBody,
    points: Points,
    ts: number,
    breach: (what: string) => void,
  ) => {
    const value = Number(effect.value)
    const one = asked[groupsOf(body).findIndex(other => other.ids[0] === group.ids[0])]!
    const { own } = pin
    if (effect.reason === 'SAFE_VALUE' && !one.lost) breach('I5 made safe though a sensor is known')
    if ('step' in body.inputs) {
      const { minSpeed, maxSlew, cycleTime } = body.inputs
      const [min, max] = boundsOf(body, points)
      const most = Math.max(rounded(max), minSpeed, group.safe)
      ceiling = Math.max(ceiling, most)
      const steady = body.template === 'PROPORTIONAL' && maxSlew === 0 && cycleTime === 0 && group.mode === 'COOL'
      const isInside =
        Number.isInteger(value) && value >= (steady ? Math.min(min, group.safe) : 0) && value <= (maxSlew > 0 ? ceiling : most)
      if (!isInside && body.template === 'PROPORTIONAL') breach(`I4 outside of ${min} to ${most}`)
      if (maxSlew > 0 && cycleTime === 0 && own && own.reason !== 'SAFE_VALUE' && effect.reason === 'REGULATION') {
        const most = Math.ceil(maxSlew * Math.max(1, (ts - own.ts) / 60_000))
        if (Math.abs(value - own.value) > most) breach('I4 faster than its slew')
      }
      if (pin.free < (own?.ts ?? 0)) checkShare(effect, own, one, breach, body)
      return
    }
    const changeOver = 'changeOver' in body.inputs ? body.inputs.changeOver * 1000 : 0
    // A side that runs takes its outputs along, one that somebody switched off among them.
    if (value === 1 && !pinsOfGroup(group.ids).some(other => other !== pin && other.last === 1))
      for (const other of pinsOfGroup(group.against)) {
        if (other.last === 1) breach(`I4 on while ${other.id} is on`)
        else if (effect.ts - other.off < changeOver) breach(`I4 on too soon after ${other.id}`)
      }
    if (!own || effect.reason !== 'REGULATION') return
    if (one.wish !== value) breach(`I4 switched though the temperature asks for ${one.wish}`)
    const least = 1000 * (own.value === 1 ? body.inputs.minOn : body.inputs.minOff)
    if (changes.has(pin.id) && effect.ts - changes.get(pin.id)! < least - 1) breach('I4 switched too soon')
    changes.set(pin.id, effect.ts)
  }
  /** From beyond a bound that a version moved a level comes back at its speed. */
  let ceiling = 0
  /** When the rule itself last changed a switch. */
  const changes = new Map<string, number>()

  /** A ventilation cycle runs for its share. */
  const checkShare = (effect: Actuate, own: Pin['own'], one: Asked, breach: (what: string) => void, body: ControlBody) => {
    if (!('step' in body.inputs)) return
    const { minSpeed, cycleTime, maxSlew, step } = body.inputs
    const { interfaceId: id, ts, value } = effect
    if (cycleTime === 0 || maxSlew > 0 || step > 1 || own?.reason !== 'REGULATION') return
    if (own.value === 0 && value === minSpeed) begun.set(id, ts)
    if (own.value !== minSpeed || value !== 0 || one.wish === null || one.wish <= 0 || one.since >= own.ts) return
    const share = rounded((cycleTime * one.wish) / minSpeed) * 1000
    const ran = ts - own.ts
    if (ran > share + SLACK || (begun.get(id) === own.ts && ran < share - SLACK)) breach(`I4 ran for another share than ${share}`)
  }
  /**
   * By output, when it last went from rest to its speed by the rule's own hand, which is where a cycle begins: a write that is
   * tried again, or follows a hold, comes in the middle of one. It must not be made of the end of the run before, or a run that
   * is too short hides the next.
   */
  const begun = new Map<string, number>()

  walk(life, {
    input: (entry, moment) => {
      look(Math.min(moment.ts, entry.input.kind === 'CONFIG' && entry.input.restart ? seen : moment.ts))
      if (entry.input.kind === 'CONFIG' && entry.input.restart) seen = moment.ts
      follow(pins, entry, moment, true)
      for (const pin of pins.values()) if (pin.own === null) changes.delete(pin.id)
      ask(moment)
    },
    moved: moment => {
      look(moment.ts)
      const { ids, body, ts } = moment
      if (moment.version || (isControl(body) && body.inputs.sensors.some(id => ids?.has(id) === true)))
        for (const pin of pins.values()) if (pin.free === Infinity) pin.free = ts
      ask(moment)
    },
    effect: ({ effect }, moment) => {
      look(effect.ts)
      if (effect.kind === 'ACTUATE') judgeWrite(effect, moment)
    },
  })
  return wrong.slice(0, 5)
}
