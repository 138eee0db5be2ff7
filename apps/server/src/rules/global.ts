import { commandsOf } from '@steading/rules/listeners'
import type { Config, Input } from '@steading/rules/input'
import type { Intent } from '@steading/rules/intent'
import { step } from '@steading/rules/step'
import type { Doing, Events } from '../events/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import { every } from '../platform/every.ts'
import type { Part, World } from '../platform/world.ts'
import { isLate } from '../readings/index.ts'
import type { Chunk, Journal } from '../readings/index.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { keepPlaces, keepStates, lastOrders, lastSaid, readingsBetween, setBroken } from './global.sql.ts'
import { inputOf, kept, remember } from './memory.ts'
import type { Held, Memory } from './memory.ts'
import { lookBack } from './past.ts'
import { advance, enqueue, PATIENCE, tooLate } from './reorder.ts'
import type { Waiting } from './reorder.ts'

const system = systemActor('rules')
const TICK = 1_000
/** What changed is kept so often, at least; what did not change is known to be alive so often. */
const KEEP = 2_000
const ALIVE = 60_000
/** A shorter stop is none: the journal brings what was missed. */
const STOPPED = 120_000
const STRIDE = 1_000

type Row = Omit<Chunk['readings'][number], 'epoch'>

/**
 * Evaluates global rules over the journal, in its order. Their states run ahead in memory. With what they do they are written
 * in one transaction, else every two seconds, each with the place that it had reached: whenever the process dies, every rule
 * goes on from its own place, nothing is done twice and nothing is missed.
 */
export function globalRules(world: World, journal: Pick<Journal, 'follow' | 'settled'>, events: Pick<Events, 'apply'>): Part {
  const { db, clock, bus, log } = world
  let memory: Memory | undefined
  /** Who works on the memory; a chunk whose transaction was not committed leaves its mark. */
  let busy: 'chunk' | 'tick' | undefined
  let turn: Promise<void> = Promise.resolve()
  let outdated = false
  let keptAt = -Infinity
  let aliveAt = -Infinity
  let pause = KEEP
  /** What others told between the readings. */
  let told: ((memory: Memory, done: Done) => void)[] = []

  const follower = journal.follow('rules', take)

  async function take(work: Work, chunk: Chunk) {
    while (busy === 'tick') await turn
    const lost = busy === 'chunk' || memory?.at !== chunk.from
    busy = 'chunk'
    if (lost) memory = undefined
    else if (outdated) await renew(work)
    const done: Done = new Map()
    const of = (memory ??= await load(work, chunk.from, done))
    listen(of, done)
    const mono = clock.mono()
    for (const row of chunk.readings) feed(of, row, mono)
    of.at = chunk.to
    for (const rule of of.busy) forward(of, rule, done)
    await keep(work, of, done)
    work.afterCommit(() => (busy = undefined))
  }

  /** Rules as they were kept, with what the journal has for them up to this place. */
  async function load(work: Work, place: number, done: Done): Promise<Memory> {
    outdated = false
    const of = await remember(work, place, clock.mono())
    const behind = [...of.rules.values()].filter(rule => rule.pos < place)
    const ids = [...new Set(behind.flatMap(rule => rule.body.interfaces.map(one => Number(one.id))))]
    for (let from = Math.min(place, ...behind.map(rule => rule.pos)); from < place; from += STRIDE) {
      for (const row of await readingsBetween(work, ids, from, Math.min(place, from + STRIDE))) {
        const { rules = [], dataType = null } = of.interfaces.get(row.interfaceId) ?? {}
        const one = { input: inputOf(row, dataType), arrived: clock.mono() }
        for (const rule of rules) if (rule.pos < row.pos) give(of, rule, one, isLate(row))
      }
      for (const rule of behind) forward(of, rule, done)
    }
    for (const id of of.silent) silence(of, done, id, true)
    const ordered = [...of.rules.values()].flatMap(rule => commandsOf(rule.body))
    for (const { interfaceId, value } of ordered.length > 0 ? await lastOrders(work, ordered) : [])
      for (const rule of of.rules.values())
        if (commandsOf(rule.body).includes(interfaceId)) tell(rule, done, { kind: 'COMMAND', ts: 0, interfaceId, value, hold: 0 })
    return of
  }

  function feed(of: Memory, row: Row, mono: number) {
    const place = of.interfaces.get(row.interfaceId)
    if (!place) return
    const { terminalId, rules } = place
    if (!isLate(row) && row.ts > (of.heard.get(terminalId) ?? -Infinity)) of.heard.set(terminalId, row.ts)
    if (rules.length === 0) return
    const one = { input: inputOf(row, place.dataType), arrived: mono }
    const late = isLate(row)
    for (const rule of rules) give(of, rule, one, late)
  }

  /** History goes to no rule: it is looked back upon when there is all of it. */
  function give(of: Memory, rule: Held, one: Waiting, late: boolean) {
    const { ts } = one.input
    if (rule.broken || ts < rule.since) return
    rule.dirty = true
    if (late || ts < rule.state.ts) {
      tooLate(rule, ts)
      rule.lateAt = one.arrived
    } else {
      if (rule.waiting.length === 0) of.busy.add(rule)
      enqueue(rule, one)
    }
  }

  function forward(of: Memory, rule: Held, done: Done) {
    const heard = (id: string) => of.heard.get(id) ?? -Infinity
    // Before it is told how long nobody looked after it, time does not pass by itself.
    const now = rule.gap === null ? clock.now() : -Infinity
    const before = rule.lateFrom
    try {
      note(rule, done, advance(rule, { heard, now, mono: clock.mono() }))
    } catch (error) {
      breakDown(of, rule, error)
    }
    if (rule.lateFrom !== before) rule.lateAt = clock.mono()
    if (rule.waiting.length === 0) of.busy.delete(rule)
  }

  /** A rule that the engine cannot run holds up no other. */
  function breakDown(of: Memory, rule: Held, error: unknown) {
    log.error({ err: error, rule: rule.id }, 'a global rule broke down')
    of.rules.delete(rule.id)
    rule.broken = true
    rule.waiting.length = 0
    of.broken.set(rule.id, error instanceof Error ? error.message : String(error))
  }

  const tell = (rule: Held, done: Done, input: Input) => note(rule, done, step(rule.body, rule.state, input).intents, true)

  function note(rule: Held, done: Done, intents: readonly Intent[], dirty = intents.length > 0) {
    rule.dirty ||= dirty
    const doings = doingsOf(rule, intents)
    if (doings.length > 0) done.set(rule, [...(done.get(rule) ?? []), ...doings])
  }

  /** Engine time does not move: a reading may yet come that is older than now. */
  function silence(of: Memory, done: Done, terminalId: string, silent: boolean) {
    const input: Config = { kind: 'CONFIG', ts: 0, terminal: { id: terminalId, silent } }
    for (const rule of of.rules.values()) if (rule.terminals.includes(terminalId)) tell(rule, done, input)
  }

  function listen(of: Memory, done: Done) {
    for (const tellOf of told.splice(0)) tellOf(of, done)
  }

  /** Writes what rules did, with the states that know of it; at times all that changed. */
  async function keep(work: Work, of: Memory, done: Done, all = false) {
    const mono = clock.mono()
    for (const [id, why] of of.broken) await setBroken(work, id, why)
    of.broken.clear()
    const due = all || mono - keptAt >= pause
    const rules = due ? [...of.rules.values()].filter(rule => rule.dirty || done.has(rule)) : [...done.keys()]
    for (const [rule, doings] of done) await events.apply(work, rule.id, doings)
    if (rules.length > 0) {
      const states = rules.map(rule => ({ id: rule.id, version: rule.body.version, state: kept(rule) }))
      await keepStates(work, states, of.at)
    }
    for (const rule of rules) rule.dirty = false
    if (!due) return
    keptAt = mono
    if (all || mono - aliveAt >= ALIVE) {
      await keepPlaces(work, [...of.rules.keys()], of.at)
      aliveAt = mono
    }
    // Keeping thousands of states must not become all that is done.
    pause = Math.max(KEEP, 10 * (clock.mono() - mono))
  }

  async function tick(all = false) {
    for (let tries = 0; busy && tries < 50; tries++) await wait(20)
    if (busy) return
    busy = 'tick'
    const working = look(all)
    turn = working.catch(() => undefined)
    try {
      await working
    } catch (error) {
      memory = undefined
      throw error
    } finally {
      busy = undefined
    }
  }

  /** Rules came or went: what is known is written, and read again when it is needed. */
  async function renew(work: Work) {
    if (memory) await keep(work, memory, new Map(), true)
    memory = undefined
  }

  async function look(all: boolean) {
    const done: Done = new Map()
    await db.work(system, async work => {
      if (outdated) await renew(work)
      const of = (memory ??= await load(work, follower.cursor(), done))
      listen(of, done)
      const caughtUp = journal.settled() <= of.at
      const now = clock.now()
      for (const rule of of.rules.values()) {
        if (caughtUp) resume(rule, done)
        if (rule.waiting.length > 0 || rule.state.next <= now) forward(of, rule, done)
        if (rule.lateFrom !== null && caughtUp && clock.mono() - rule.lateAt >= PATIENCE)
          await catchUpWithPast(work, of, rule, done)
      }
      await keep(work, of, done, all)
    })
  }

  /** As late as engine time may become without a reading that is on its way coming too late. */
  const safeTime = (rule: Held) => Math.min(clock.now() - PATIENCE, rule.waiting[0]?.input.ts ?? Infinity)

  /** After a longer stop the engine decides which of its deadlines still count. */
  function resume(rule: Held, done: Done) {
    if (rule.gap !== null && rule.gap >= STOPPED)
      tell(rule, done, { kind: 'CONFIG', ts: safeTime(rule), restart: { gap: rule.gap } })
    rule.gap = null
  }

  async function catchUpWithPast(work: Work, of: Memory, rule: Held, done: Done) {
    const { doings, state } = await lookBack(work, rule, of.interfaces)
    rule.lateFrom = null
    rule.dirty = true
    if (state) rule.state = state
    if (doings.length > 0) done.set(rule, [...(done.get(rule) ?? []), ...doings])
  }

  bus.on('rule.global', 'global rules', () => {
    outdated = true
    ticking.wake()
  })
  bus.on('event.set', 'global rules', ({ ruleId, key, status, at }) => {
    told.push((of, done) => {
      const rule = of.rules.get(ruleId)
      if (rule) tell(rule, done, { kind: 'CONFIG', ts: Math.min(at, safeTime(rule)), event: { key, status } })
    })
  })
  bus.on('terminal.silent', 'global rules', ({ terminalId }) => {
    told.push((of, done) => silence(of, done, terminalId, true))
  })
  bus.on('terminal.back', 'global rules', ({ terminalId, at }) => back(terminalId, at.getTime()))
  bus.on('command.changed', 'global rules', ({ command: { interfaceId, value, state } }) => {
    if (state !== 'DONE') return
    told.push((of, done) => {
      for (const rule of of.rules.values())
        if (commandsOf(rule.body).includes(interfaceId)) tell(rule, done, { kind: 'COMMAND', ts: 0, interfaceId, value, hold: 0 })
    })
  })

  /** What sends on change says it again, as it were: until then it is unknown. */
  async function back(terminalId: string, at: number) {
    const onChange = [...(memory?.rules.values() ?? [])].flatMap(rule =>
      rule.body.interfaces
        .filter(one => one.terminalId === terminalId && (one.every === 0 || one.kind === 'STATE' || one.kind === 'COMMAND'))
        .map(one => one.id),
    )
    const said = onChange.length === 0 ? [] : await db.work(system, work => lastSaid(work, [...new Set(onChange)]))
    told.push((of, done) => {
      silence(of, done, terminalId, false)
      for (const row of said) {
        const { rules = [], dataType = null } = of.interfaces.get(row.interfaceId) ?? {}
        for (const rule of rules) {
          const ts = Math.max(at, rule.state.ts + 1)
          give(of, rule, { input: inputOf({ ...row, ts }, dataType), arrived: clock.mono() }, false)
        }
      }
    })
  }

  const ticking = every(world, 'global rules', TICK, () => tick())
  return {
    ...ticking,
    async stop() {
      await ticking.stop()
      await tick(true)
    },
  }
}

/** What rules want done, until it is written. */
type Done = Map<Held, readonly Doing[]>

const doingsOf = (rule: Held, intents: readonly Intent[]): Doing[] =>
  intents.flatMap(effect => (effect.kind === 'ACTUATE' ? [] : [{ effect, version: rule.body.version, late: false, over: false }]))
