import { commandsOf } from '@steading/rules/listeners'
import { setTimeout as wait } from 'node:timers/promises'
import type { Events } from '../events/index.ts'
import type { Outbox } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import { every } from '../platform/every.ts'
import type { Part, World } from '../platform/world.ts'
import type { Chunk, Journal } from '../readings/index.ts'
import { evaluator } from './evaluator.ts'
import { factsOf, inServiceStill, keepPlaces, keepStates, lastOrders, readingsBetween, setBroken } from './global.sql.ts'
import { knows } from './facts.ts'
import { kept, remember } from './memory.ts'
import { tellChanged } from './deploy.ts'
import type { Held, Memory } from './memory.ts'
import { overheard, tellOrder } from './overheard.ts'
import { lookBack } from './past.ts'
import { recall } from './recall.ts'
import { PATIENCE } from './reorder.ts'

const system = systemActor('rules')
const TICK = 1_000
/** What changed is kept so often, at least; what did not change is known to be alive so often. */
const KEEP = 2_000
const ALIVE = 60_000
/** A shorter stop is none: the journal brings what was missed. */
const STOPPED = 120_000
const STRIDE = 1_000

/**
 * Evaluates global rules over the journal, in its order. Their states run ahead in memory. With what they do they are written
 * in one transaction, else every two seconds, each with the place that it had reached: whenever the process dies, every rule
 * goes on from its own place, nothing is done twice and nothing is missed.
 */
export function globalRules(
  world: World,
  journal: Pick<Journal, 'follow' | 'settled'>,
  events: Pick<Events, 'apply'>,
  outbox: Pick<Outbox, 'beat'>,
): Part {
  const { alarms: db, clock, bus, log, pulse } = world
  const evaluate = evaluator(world)
  const listen = overheard(world, evaluate)
  let memory: Memory | undefined
  /** Who works on the memory; a chunk whose transaction was not committed leaves its mark. */
  let busy: 'chunk' | 'tick' | undefined
  let turn: Promise<void> = Promise.resolve()
  let outdated = false
  /** A box told what it runs: registers may be reckoned otherwise from its next readings on. */
  let isReported = false
  let keptAt = -Infinity
  let aliveAt = -Infinity
  let pause = KEEP
  /** A heartbeat that came with the readings, until time has passed over it as over every rule. */
  let beat: number | null = null

  const follower = journal.follow('rules', take)

  async function take(work: Work, chunk: Chunk) {
    while (busy === 'tick') await turn
    const lost = busy === 'chunk' || memory?.at !== chunk.from
    busy = 'chunk'
    if (lost) memory = undefined
    else if (outdated || (await isBehind(work))) await renew(work)
    const of = (memory ??= await load(work, chunk.from))
    listen(of)
    const mono = clock.mono()
    const ours = pulse.box()?.interfaceId
    for (const row of chunk.readings)
      if (row.interfaceId === ours) beat = row.seq
      else evaluate.feed(of, row, mono)
    of.at = chunk.to
    for (const rule of of.busy) evaluate.forward(of, rule)
    await keep(work, of)
    work.afterCommit(() => (busy = undefined))
  }

  /** Looks at what time brought. */
  async function tick(all = false) {
    for (let tries = 0; busy && tries < 50; tries++) await wait(20)
    if (busy) return
    busy = 'tick'
    const working = db.work(system, work => look(work, all))
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

  async function look(work: Work, all: boolean) {
    if (outdated) await renew(work)
    const of = (memory ??= await load(work, follower.cursor()))
    listen(of)
    const caughtUp = journal.settled() <= of.at
    const now = clock.now()
    for (const rule of of.rules.values()) if (caughtUp) evaluate.resume(of, rule, STOPPED)
    await recall(work, of, evaluate)
    for (const rule of of.rules.values()) {
      if (rule.waiting.length > 0 || rule.state.next <= now) evaluate.forward(of, rule)
      if (rule.lateFrom !== null && caughtUp && clock.mono() - rule.lateAt >= PATIENCE) await lookBackWith(work, of, rule)
    }
    await keep(work, of, all)
    if (beat !== null) await passOn(work, beat)
  }

  /** A heartbeat goes on as an alarm of a rule would: in the transaction of its evaluation. */
  async function passOn(work: Work, number: number) {
    await outbox.beat(work, number)
    work.afterCommit(() => void (beat = beat === number ? null : beat))
  }

  /** Rules as they were kept, with what the journal has for them up to this place. */
  async function load(work: Work, place: number): Promise<Memory> {
    outdated = false
    const of = await remember(work, place, clock.mono())
    const behind = [...of.rules.values()].filter(rule => rule.pos < place)
    const ids = [...new Set(behind.flatMap(rule => rule.body.interfaces.map(one => Number(one.id))))]
    for (let from = Math.min(place, ...behind.map(rule => rule.pos)); from < place; from += STRIDE) {
      for (const row of await readingsBetween(work, ids, from, Math.min(place, from + STRIDE)))
        evaluate.feedSome(of, row, rule => (rule.pos < row.pos ? row.ts : null))
      for (const rule of behind) evaluate.forward(of, rule)
    }
    for (const rule of of.rules.values()) evaluate.inform(of, rule, STOPPED)
    for (const id of of.silent) evaluate.silence(of, id, true)
    const ordered = [...new Set([...of.rules.values()].flatMap(rule => commandsOf(rule.body)))]
    for (const { interfaceId, value } of ordered.length > 0 ? await lastOrders(work, ordered) : [])
      tellOrder(evaluate, of, interfaceId, value)
    await recall(work, of, evaluate)
    return of
  }

  async function isBehind(work: Work): Promise<boolean> {
    if (!isReported || !memory) return false
    isReported = false
    return !(await knows(memory, ids => factsOf(work, ids)))
  }

  /** Rules came or went: what is known is written, and read again when it is needed. */
  async function renew(work: Work) {
    if (memory) await keep(work, memory, true)
    memory = undefined
  }

  async function lookBackWith(work: Work, of: Memory, rule: Held) {
    const { doings, state } = await lookBack(work, rule, of.interfaces)
    rule.lateFrom = null
    rule.dirty = true
    if (state) rule.state = state
    evaluate.want(of, rule, doings)
  }

  /** Writes what rules did, with the states that know of it; at times all that changed. */
  async function keep(work: Work, of: Memory, all = false) {
    const mono = clock.mono()
    const due = all || mono - keptAt >= pause
    const rules = due ? [...of.rules.values()].filter(rule => rule.dirty || of.done.has(rule)) : [...of.done.keys()]
    const still = rules.length > 0 ? await inServiceStill(work, rules) : new Set<string>()
    await events.apply(work, new Map([...of.done].filter(([{ id }]) => still.has(id)).map(([{ id }, doings]) => [id, doings])))
    of.done.clear()
    const states = rules
      .filter(rule => still.has(rule.id))
      .map(rule => ({ id: rule.id, version: rule.body.version, state: kept(rule) }))
    if (states.length > 0) await keepStates(work, states, of.at)
    for (const rule of rules) rule.dirty = false
    for (const [ruleId, why] of of.broken) {
      const row = await setBroken(work, ruleId, why)
      if (row) tellChanged({ bus }, work, { id: ruleId, ...row }, 'ERROR')
    }
    of.broken.clear()
    if (!due) return
    keptAt = mono
    if (all || mono - aliveAt >= ALIVE) {
      await keepPlaces(work, [...of.rules.keys()], of.at)
      aliveAt = mono
      if (!all && !(await knows(of, ids => factsOf(work, ids)))) outdated = true
    }
    // Keeping thousands of states must not become all that is done.
    pause = Math.max(KEEP, 10 * (clock.mono() - mono))
  }

  const ticking = every(world, 'global rules', TICK, () => tick())
  bus.on('terminal.reported', 'global rules', () => void (isReported = true))
  bus.on('rule.global', 'global rules', () => {
    outdated = true
    ticking.wake()
  })
  return {
    ...ticking,
    async stop() {
      await ticking.stop()
      // Without it the next start has more to read again, and no more than that.
      await tick(true).catch((error: unknown) => log.warn({ err: error }, 'the states of global rules were not kept'))
    },
  }
}
