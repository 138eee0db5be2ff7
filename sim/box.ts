import type { RuleBody } from '@steading/contract/rules/body'
import type { Value } from '@steading/contract/devices/interfaces'
import type { EventStatus } from '@steading/contract/events/events'
import type { Input } from '@steading/rules/inputs/input'
import type { RuleEffect } from '@steading/rules/effects'
import { commandsOf, readsOf, writesOf } from '@steading/rules/listeners'
import { LONGEST_HOLD } from '@steading/rules/outputs/outlets'
import { outranks, rankOf } from '@steading/rules/outputs/rank'
import { fits, initial } from '@steading/rules/step'
import { createArbiter } from '../apps/smartbox/src/actuation/arbiter.ts'
import { createBoxTime } from '../apps/smartbox/src/platform/time.ts'
import { createEngine } from '../apps/smartbox/src/rules/engine.ts'
import type { Engine } from '../apps/smartbox/src/rules/engine.ts'
import { seeded } from '../chaos/random.ts'
import { lineOf } from './act.ts'
import type { Act, Seen } from './act.ts'
import { clockFrom } from './clock.ts'
import { erase, textOf } from './disk.ts'
import type { Happening, World } from './world.ts'

/** A reading as the box kept it. */
export interface Kept {
  readonly id: string
  readonly ts: number
  readonly value: Value
}

const PATH = 'rules.json'
/** Until a write that failed is wanted again: as on a box, and a little more, so that no deadline falls on it. */
const AGAIN = 10_037
/** Between two savings without a cause; odd, so that no deadline falls on one. */
const SAVE_EVERY = 3_600_007

interface File {
  readonly at: number
  readonly states: Record<string, unknown>
  readonly statuses: Record<string, EventStatus>
  readonly orders: Record<string, Value>
}

/** A doing that comes back from the disk has its members in another order. */
const sorted = (line: string): string => [...line].toSorted().join('')

/** The smart box's own engine, arbiter and time, in a barn that does what the world says. */
export function onBox(world: World): Seen & { readonly journal: readonly Kept[]; readonly barred: ReadonlySet<string> } {
  const random = seeded(world.seed ^ 0x0b0c)
  const clock = clockFrom(world.start)
  const acts: Act[] = []
  const writes: string[] = []
  const events = new Map<string, string>()
  const wrong: string[] = []
  const journal: Kept[] = []
  /** Instants and outputs at which a person's hold kept a rule that began from writing. */
  const barred = new Set<string>()
  const lastRead = new Map<string, number>()
  /** As the engine has it: what was sent last, and whether by the rule. */
  const sent = new Map<string, { readonly value: Value; readonly byRule: boolean }>()
  let before = new Map<string, Value>()
  const ordered = (id: string) => sent.get(id)?.value ?? before.get(id) ?? null
  const holds = new Map<string, number>()
  const parting = new Set<string>()
  let statuses: Record<string, EventStatus> = {}
  let knownStatuses = statuses
  let lastEvent: string | null = null
  let body: RuleBody | null = null
  let began: RuleBody | null = null
  let actsSaved = 0
  erase(() => (actsSaved = acts.length))
  let engine = start()

  function start(): Engine {
    return createEngine({
      path: PATH,
      time: createBoxTime(clock),
      clock,
      arbiter: createArbiter(),
      saveEvery: SAVE_EVERY,
      log: () => {},
      failed: (_, why) => wrong.push(`I7 the rule broke down: ${why}`),
      report: ({ rule: _rule, ver, ...doing }, ts) => {
        const effect = { ts, ...doing } as RuleEffect // safe: what the engine tells is an effect without its instant
        const line = lineOf(effect)
        const before = events.get(effect.key)
        if (before !== undefined && sorted(before) !== sorted(line)) wrong.push(`I7 told twice, and not the same: ${line}`)
        if (!body) wrong.push(`I8 told after it was undeployed: ${line}`)
        else if (before === undefined && ver !== body.version) wrong.push(`told as version ${ver}: ${line}`)
        if (before === undefined) events.set(effect.key, line)
        if (effect.kind === 'EVENT_OPEN') lastEvent = effect.event
      },
      actuate: (rule, effect) => {
        if (!body && effect.reason !== 'LEFT') wrong.push(`I8 written after it was undeployed: ${lineOf(effect)}`)
        writes.push(lineOf(effect))
        const { interfaceId, value } = effect
        sent.set(interfaceId, { value, byRule: true })
        if (effect.reason === 'LEFT') parting.add(interfaceId)
        else parting.delete(interfaceId)
        if (random.chance(world.failing)) {
          clock.after(AGAIN, () => unwritten(interfaceId, rule.id))
          return
        }
        // A device takes its moment, as long as it is the one that was switched.
        clock.after(3, () => {
          if (sent.get(interfaceId)?.byRule === true) parting.delete(interfaceId)
          engine.written(interfaceId, value, rule.id)
        })
        const follows = !random.chance(world.stuck)
        if (body && readsOf(body).includes(interfaceId))
          clock.after(737, () => reading(interfaceId, follows ? value : other(value)))
      },
    })
  }

  const other = (value: Value): Value => (typeof value === 'boolean' ? !value : 35)

  const act = (input: Input) => {
    if (body) acts.push({ kind: 'input', body, input })
  }

  function reading(id: string, value: Value) {
    const ts = clock.now()
    if (lastRead.get(id) === ts) return
    lastRead.set(id, ts)
    journal.push({ id, ts, value })
    if (body && readsOf(body).includes(id)) act({ kind: 'READING', ts, interfaceId: id, seq: 0, value, good: true })
    engine.reading(id, value)
  }

  function unwritten(id: string, by: string) {
    if (sent.get(id)?.byRule !== true) return
    // A last word is said until it has arrived, and no rule hears of it.
    if (parting.has(id)) return engine.unwritten(id, by)
    sent.delete(id)
    before.delete(id)
    act({ kind: 'CONFIG', ts: clock.now(), unwritten: [id] })
    engine.unwritten(id, by)
  }

  const load = (restart?: File) => {
    const ts = clock.now()
    if (body) {
      const rank = rankOf(body.template)
      const going = began !== null && fits(body, initial(began, ts))
      const state = restart?.states[body.id]
      if (restart && state) {
        acts.push({ kind: 'stored', body, acts: actsSaved, at: restart.at, state })
        const outputs = [...new Set(writesOf(body))].map(interfaceId => ({ interfaceId, value: null }))
        act({ kind: 'CONFIG', ts, restart: { gap: Math.max(0, ts - restart.at) }, outputs })
      } else {
        if (!going) acts.push({ kind: 'begin', ts, body, ...(began && { over: ts }) })
        if (!going || began!.version !== body.version) {
          const own = new Set(writesOf(body))
          const watched = commandsOf(body).filter(id => !own.has(id) && ordered(id) !== null)
          const outputs = watched.map(interfaceId => ({ interfaceId, value: ordered(interfaceId) }))
          act({ kind: 'CONFIG', ts, ...(outputs.length > 0 && { outputs }) })
        }
        if (!going)
          for (const id of new Set(writesOf(body))) {
            const until = holds.get(id) ?? 0
            if (until <= ts || !outranks('manual', rank)) continue
            barred.add(`${ts} ${id}`)
            act({ kind: 'COMMAND', ts, interfaceId: id, value: sent.get(id)?.value ?? null, hold: until - ts, by: 'manual' })
          }
      }
      const known = restart?.statuses ?? knownStatuses
      for (const [key, status] of Object.entries(statuses))
        if (known[key] !== status) act({ kind: 'CONFIG', ts, event: { key, status } })
    }
    knownStatuses = statuses
    const rules = body ? [{ id: body.id, ver: body.version, body }] : []
    began = body
    engine.load(rules, statuses)
  }

  const happen = (happening: Happening) => {
    switch (happening.kind) {
      case 'reading':
        return reading(happening.id, happening.value)
      case 'command': {
        if (!body || engine.above(happening.id) !== null) return
        sent.set(happening.id, { value: happening.value, byRule: false })
        parting.delete(happening.id)
        holds.set(happening.id, happening.at + Math.min(happening.hold, LONGEST_HOLD))
        if (readsOf(body).includes(happening.id) || writesOf(body).includes(happening.id))
          act({ kind: 'COMMAND', ts: happening.at, interfaceId: happening.id, value: happening.value, hold: happening.hold })
        return engine.command(happening.id, happening.value, happening.hold)
      }
      case 'status':
        if (!body || lastEvent === null || statuses[lastEvent] === happening.status) return
        statuses = { ...statuses, [lastEvent]: happening.status }
        load()
        return
      case 'deploy':
        body = happening.body
        load()
        return
      case 'undeploy':
        acts.push({ kind: 'end', ts: happening.at })
        body = null
        load()
        return
      case 'stop': {
        acts.push({ kind: 'stop', ts: happening.at })
        if (!happening.killed) engine.stop()
        clock.clear()
        const file = JSON.parse(textOf(PATH) ?? '{}') as File // safe: the engine wrote it
        holds.clear()
        sent.clear()
        before = new Map(Object.entries(file.orders))
        parting.clear()
        clock.moveTo(happening.at + happening.gap)
        engine = start()
        if (body || Object.keys(file.states).length > 0) load(file)
        return
      }
      case 'silent':
        return
    }
  }

  for (const happening of world.happenings) {
    clock.moveTo(happening.at)
    happen(happening)
  }
  clock.moveTo(world.until)
  clock.clear()
  acts.push({ kind: 'stop', ts: world.until })
  return { acts, writes, events: [...events.values()], wrong, journal, barred }
}
