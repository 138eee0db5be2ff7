import type { Actuate } from '@steading/rules/effects'
import { writesOf } from '@steading/rules/listeners'
import type { BodyOf, RuleBody } from '@steading/contract/rules/body'
import type { Standing } from './events.ts'
import type { Span } from './held.ts'
import type { Life } from './lives.ts'
import { follow, pinsOf, set } from './pins.ts'
import { walk } from './walk.ts'
import type { Moment } from './walk.ts'
import { wallOf } from './wall.ts'

/** I4 for rules that have their outputs by the clock or by an alarm. */

type Body = BodyOf<'SCHEDULER' | 'FORCED_SCHEDULER'>
const isSchedule = (body: RuleBody): body is Body => body.template === 'SCHEDULER' || body.template === 'FORCED_SCHEDULER'

const SLACK = 2000
const MINUTE = 60_000

const secondOf = (text: string): number => Number(text.slice(0, 2)) * 3600 + Number(text.slice(3, 5)) * 60 + Number(text.slice(6))

/** What the schedule wants of an output at an instant; null: nothing. */
const actionAt = ({ inputs, timeZone }: Body, id: string, ts: number): number | null => {
  const { weekday, second } = wallOf(timeZone, ts)
  for (const { weekdays, intervals } of inputs.lines)
    for (const one of weekdays.includes(weekday) ? intervals : [])
      if ((one.interfaceId ?? id) === id && second >= secondOf(one.startTime) && second <= secondOf(one.endTime))
        return Number(one.action)
  return null
}

/** Follows a schedule minute by minute, as somebody would who looks at the clock on the wall. */
export function checkSchedule(life: Life): string[] {
  const first = life.entries.find(entry => entry.kind === 'input')
  if (first?.kind !== 'input' || !isSchedule(first.body)) return []
  const wrong: string[] = []
  let body: Body = first.body
  const forced = body.template === 'FORCED_SCHEDULER'
  const pins = pinsOf(writesOf(body), life.from)
  /** What the outputs say that they do, as far as it is known. */
  const feedback = new Map<string, number>()
  /** By output, since when it is not as the schedule wants. */
  const astray = new Map<string, number>()
  const edges = new Map<Body, ReadonlySet<number>>()
  let seen = life.from

  /** Seconds of the day at which an action may begin or end. */
  const edgesOf = (of: Body): ReadonlySet<number> => {
    const known = edges.get(of)
    if (known) return known
    const all = of.inputs.lines.flatMap(({ intervals }) =>
      intervals.flatMap(interval => [secondOf(interval.startTime), (secondOf(interval.endTime) + 1) % 86_400]),
    )
    const made = new Set(all)
    edges.set(of, made)
    return made
  }

  /** The next instant at which the wall may want something else: an edge, or a half hour, on which all zones turn. */
  const nextLook = (ts: number): number => {
    const half = (Math.floor(ts / 1_800_000) + 1) * 1_800_000
    const { second } = wallOf(body.timeZone, ts)
    const whole = Math.floor(ts / 1000) * 1000
    let next = half
    for (const edge of edgesOf(body)) if (edge > second) next = Math.min(next, whole + (edge - second) * 1000)
    return next
  }

  const wants = (id: string, ts: number) => actionAt(body, id, ts)

  /** Time passes: what the wall wanted, and whether it was so. */
  const look = (to: number) => {
    for (let ts = seen; ts < to;) {
      const end = Math.min(to, nextLook(ts))
      for (const pin of pins.values()) {
        const action = wants(pin.id, ts)
        const before = wants(pin.id, ts - 1)
        const isEdge = ts % 1000 === 0 && action !== before && ts > life.from
        const expected = action ?? Number(body.inputs.callbackValue)
        // A normal schedule is right at its edges, a forced one all the time.
        if (isEdge && pin.heldUntil <= ts && pin.free < ts && end - ts > SLACK && pin.last !== expected)
          wrong.push(`I4 at ${ts} output ${pin.id} is ${pin.last} and not ${expected}`)
        if (!forced) continue
        const says = feedback.get(pin.id)
        const strays = action !== null && (pin.last !== action || (says !== undefined && says !== action))
        if (!strays) astray.delete(pin.id)
        else {
          const since = Math.max(astray.get(pin.id) ?? ts, pin.own?.ts ?? -Infinity)
          astray.set(pin.id, since)
          if (end > since + MINUTE + SLACK) wrong.push(`I4 output ${pin.id} differs from ${action} since ${since}, now ${end}`)
        }
      }
      ts = end
    }
    seen = Math.max(seen, to)
  }

  const judge = (effect: Actuate) => {
    const pin = pins.get(effect.interfaceId)
    if (!pin) return
    const value = Number(effect.value)
    const action = wants(pin.id, effect.ts)
    if (value !== (action ?? Number(body.inputs.callbackValue)) && !retried)
      wrong.push(`I4 written against the clock, which wants ${action}: ${JSON.stringify(effect)}`)
    if (effect.ts < pin.heldUntil) wrong.push(`I4 written while a person has it: ${JSON.stringify(effect)}`)
    set(pin, value, effect.ts)
    pin.own = { ts: effect.ts, value, reason: effect.reason }
  }
  const listen = ({ senses }: Moment) => {
    for (const { id } of pins.values()) {
      const sense = senses.get(id)
      if (sense?.known === true) feedback.set(id, Number(sense.value))
      else feedback.delete(id)
    }
  }
  /** A write that failed is made good with what was wanted then. */
  let retried = false

  walk(life, {
    input: (entry, moment) => {
      const { input } = entry
      const restart = input.kind === 'CONFIG' && input.restart !== undefined
      // Nobody looked at the clock while it was stopped.
      if (restart) seen = moment.ts
      else look(moment.ts)
      if (isSchedule(entry.body)) body = entry.body
      follow(pins, entry, moment, !forced)
      retried = input.kind === 'CONFIG' && input.unwritten !== undefined
      if (moment.version || restart) astray.clear()
      listen(moment)
    },
    moved: moment => {
      look(moment.ts)
      listen(moment)
    },
    effect: ({ effect }) => {
      if (effect.kind !== 'ACTUATE') return
      look(effect.ts)
      judge(effect)
    },
  })
  return wrong.slice(0, 5)
}

type Switching = BodyOf<'ALARM_WITH_ACTUATION'>

/** An alarm that switches: on as long as it is active, unless somebody has it in hand or it was on for long enough. */
export function checkActuation(life: Life, active: readonly Span[], before: Standing | null): string[] {
  const first = life.entries.find(entry => entry.kind === 'input')
  if (first?.kind !== 'input' || first.body.template !== 'ALARM_WITH_ACTUATION') return []
  const wrong: string[] = []
  const pins = pinsOf(writesOf(first.body), life.from)
  let body: Switching = first.body
  // What a person has in hand stays so until the danger is over, and an event that was taken over is so with the first of it.
  const firstDanger = active[0]?.from ?? Infinity
  let quiet = before?.status === 'PENDING' ? firstDanger : life.from
  /** What the rule itself sent last, while nobody else did. */
  const own = new Map<string, number>()

  const look = (at: Moment) => {
    const ts = at.ts
    const span = active.find(one => one.from <= ts - SLACK && ts < one.to)
    for (const pin of pins.values()) {
      const { maxOnTime, onValue, offValue } = body.inputs
      if (span && quiet < span.from) {
        const limit = maxOnTime === 0 ? Infinity : span.from + maxOnTime * MINUTE
        if (ts < limit && pin.free < ts - SLACK && pin.last !== Number(onValue))
          wrong.push(`I4 the alarm is active since ${span.from}, output ${pin.id} is ${pin.last} at ${ts}`)
        if (ts > limit + SLACK && pin.free <= limit && pin.last !== Number(offValue))
          wrong.push(`I4 output ${pin.id} is on for more than its longest time, since ${span.from}, at ${ts}`)
      }
      const over = active.findLast(one => one.to < ts - SLACK)
      const isOff = !active.some(one => one.from <= ts + SLACK && ts <= one.to + SLACK)
      if (over && isOff && quiet < over.from && pin.free < over.from && pin.last !== Number(offValue))
        wrong.push(`I4 the alarm is over since ${over.to}, output ${pin.id} is ${pin.last} at ${ts}`)
    }
  }

  walk(life, {
    input: (entry, moment) => {
      const { input } = entry
      const isSlept = input.kind === 'CONFIG' && input.restart !== undefined
      if (!isSlept) look(moment)
      if (entry.body.template === 'ALARM_WITH_ACTUATION') body = entry.body
      follow(pins, entry, moment, false)
      if (input.kind === 'COMMAND') own.delete(input.interfaceId)
      // A person's word, a stop, another version: what is on from then on is theirs to say.
      const status = input.kind === 'CONFIG' ? input.event?.status : undefined
      if (moment.version || isSlept) quiet = Math.max(quiet, moment.ts)
      if (status !== undefined) quiet = Math.max(moment.ts, before && status === 'PENDING' ? firstDanger : -Infinity)
    },
    effect: ({ effect }, moment) => {
      if (effect.kind !== 'ACTUATE') return
      look({ ...moment, ts: effect.ts })
      const pin = pins.get(effect.interfaceId)
      if (pin) set(pin, Number(effect.value), effect.ts)
      own.set(effect.interfaceId, Number(effect.value))
    },
  })
  for (const [id, value] of life.ended ? own : [])
    if (value !== Number(body.inputs.offValue)) wrong.push(`I4 the rule left at ${life.until}, and output ${id} stays ${value}`)
  return wrong.slice(0, 5)
}
