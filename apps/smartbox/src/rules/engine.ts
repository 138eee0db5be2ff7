import type { AnyRuleEffect } from '@steading/contract/box/messages'
import type { Input } from '@steading/rules/inputs/input'
import type { Actuate, RuleEffect } from '@steading/rules/effects'
import type { State } from '@steading/rules/state'
import { EventStatus } from '@steading/contract/events/events'
import { claimedOutputs, commandsOf, readsOf, writesOf } from '@steading/rules/listeners'
import { LONGEST_HOLD } from '@steading/rules/outputs/outlets'
import { outranks, rankOf } from '@steading/rules/outputs/rank'
import type { Rank } from '@steading/rules/outputs/rank'
import { isCurrent, retire, restore, step, migrate } from '@steading/rules/step'
import { NEVER } from '@steading/rules/values/time'
import { z } from 'zod'
import type { Arbiter } from '../actuation/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Value } from '../platform/driver.ts'
import { loadJson, saveJson } from '../platform/files.ts'
import { reason } from '../platform/log.ts'
import type { Log } from '../platform/log.ts'
import type { BoxTime } from '../platform/time.ts'
import { fitToWire } from './effect.ts'
import type { SoundRule } from './validate.ts'

/** Runs the rules of this box: gives them readings, commands and time, and does what they want. */
export interface Engine {
  /** From now on these rules; those whose sensors and outputs are the same go on where they are. */
  load(rules: readonly SoundRule[], statuses: Readonly<Record<string, EventStatus>>): void
  reading(interfaceId: string, value: Value): void
  /** A person set an output: rules leave it alone for `hold` ms, 0 leaves it to them. */
  command(interfaceId: string, value: Value, hold: number): void
  /** This rule set an output: the others learn of it. */
  written(interfaceId: string, value: Value, by: string): void
  /** The box itself set an output, which no rule drives: a fail-safe value, its siren. */
  set(interfaceId: string, value: Value): void
  /** This rule's write did not reach the device: it has to write again. */
  unwritten(interfaceId: string, by: string): void
  /** What is stronger than a person and has this output now; null: nothing. */
  above(interfaceId: string): Rank | null
  /** The box itself has these outputs, as strong as an alarm, from now on and no others. Answers those that nobody else has then. */
  claim(by: string, outputs: readonly string[]): readonly string[]
  /** What this output was sent last, in an earlier run too; null: nobody knows. */
  ordered(interfaceId: string): Value | null
  stop(): void
}

export interface EngineParts {
  /** Where the states of rules are kept. */
  readonly path: string
  readonly time: BoxTime
  readonly clock: Clock
  readonly log: Log
  /** Says which of the rules, and people, has an output. */
  readonly arbiter: Arbiter
  readonly actuate: (rule: Pick<SoundRule, 'id'>, effect: Actuate) => void
  /** @param ts UTC ms */
  readonly report: (event: AnyRuleEffect, ts: number) => void
  /** ms between two savings of the states; doings of rules save them at once. */
  readonly saveEvery?: number
  /** A rule broke down and is out. */
  readonly failed: (rule: SoundRule, why: string) => void
}

const Saved = z.object({
  /** Engine time when it was written, UTC ms. */
  at: z.number(),
  states: z.record(z.string(), z.unknown()),
  /** Statuses that people gave to events, as rules know them. */
  statuses: z.record(z.string(), EventStatus),
  /** What outputs were sent last. */
  orders: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])).default({}),
  /** Doings that may not stand in the store yet. */
  untold: z.array(z.tuple([z.looseObject({ rule: z.string(), ver: z.number(), kind: z.string(), key: z.string() }), z.number()])),
})
type Saved = z.infer<typeof Saved>

interface Running {
  readonly rule: SoundRule
  readonly rank: Rank
  readonly reads: ReadonlySet<string>
  readonly writes: ReadonlySet<string>
  state: State
}

const byStrength = (a: Running, b: Running): number => Number(outranks(b.rank, a.rank)) - Number(outranks(a.rank, b.rank))

export const createEngine = (parts: EngineParts): Engine => {
  const { path, time, clock, log, arbiter, actuate, report, failed, saveEvery = 60_000 } = parts
  const saved = loadJson(path, Saved)
  let stored = saved
  let running = new Map<string, Running>()
  let cancelTimer = () => {}
  let cancelSave = () => {}
  let statuses = new Map(Object.entries(saved?.statuses ?? {}))
  /** What each output was sent last, and by which rule; null: by a person. */
  const sent = new Map<string, { readonly value: Value; readonly by: string | null }>()
  /** What an earlier run sent last: a device goes on with it. */
  const before = new Map<string, Value>(Object.entries(saved?.orders ?? {}))
  const ordered = (interfaceId: string) => sent.get(interfaceId)?.value ?? before.get(interfaceId) ?? null
  /** The last words of rules that left, until they have arrived or somebody else has the output. */
  const pendingRetirements = new Map<string, { readonly by: string; readonly act: () => void }>()
  /** What is to be sent now: of all that falls due at once, the last. */
  const outgoing = new Map<string, () => void>()
  /** Engine time never goes back, not even over a restart. */
  const shift = Math.max(0, (saved?.at ?? 0) - time.ruled())
  let latest = 0
  const now = () => (latest = Math.max(latest, time.ruled() + shift))

  const save = (untold: Saved['untold'] = []) => {
    cancelSave()
    cancelSave = clock.after(saveEvery, () => save())
    const states = Object.fromEntries([...running].map(([id, { state }]) => [id, state]))
    const orders = { ...Object.fromEntries(before), ...Object.fromEntries([...sent].map(([id, { value }]) => [id, value])) }
    try {
      saveJson(path, { at: now(), states, statuses: Object.fromEntries(statuses), orders, untold } satisfies Saved)
    } catch (error) {
      log('error', `the state of the rules was not saved: ${reason(error)}`)
    }
  }

  const perform = ({ rule, rank }: Running, effects: readonly RuleEffect[], at: number) => {
    // How far engine time is ahead of UTC while it is slewed.
    const lead = now() - time.utc()
    const untold: Saved['untold'] = []
    for (const effect of effects) {
      if (effect.kind === 'ACTUATE') continue
      const { ts, ...doing } = effect
      untold.push([fitToWire({ rule: rule.id, ver: rule.ver, ...doing }), ts - lead])
    }
    // State and doings are on disk together before the doings are told: a crash between tells them again, under the same keys.
    if (untold.length > 0) save(untold)
    for (const [event, ts] of untold) report(event, ts)
    for (const effect of effects) {
      if (effect.kind !== 'ACTUATE' || !arbiter.permits(rule.id, rank, effect.interfaceId, at)) continue
      pendingRetirements.delete(effect.interfaceId)
      sent.set(effect.interfaceId, { value: effect.value, by: rule.id })
      outgoing.set(effect.interfaceId, () => actuate(rule, effect))
    }
  }

  /** The rule in this state is over: it gives back what it has, and what it switched on goes off unless an equal wants it on. */
  const part = (id: string, rank: Rank, state: unknown, ts: number) => {
    const effects = retireRule(id, state, ts)
    arbiter.claim(id, rank, [])
    for (const effect of effects) {
      if (effect.kind !== 'ACTUATE' || !arbiter.permits(id, rank, effect.interfaceId, ts)) continue
      const act = () => actuate({ id }, effect)
      sent.set(effect.interfaceId, { value: effect.value, by: id })
      pendingRetirements.set(effect.interfaceId, { by: id, act })
      outgoing.set(effect.interfaceId, act)
    }
  }

  const retireRule = (id: string, state: unknown, ts: number): readonly RuleEffect[] => {
    try {
      return retire(id, state, ts)
    } catch (error) {
      log('error', `rule ${id} ended without its last words: ${reason(error)}`)
      return []
    }
  }

  const feed = (one: Running, input: Input) => {
    const { rule, rank } = one
    try {
      const { state, effects } = step(rule.body, one.state, input)
      one.state = state
      const moved = arbiter.claim(rule.id, rank, claimedOutputs(rule.body, state))
      perform(one, effects, input.ts)
      for (const output of moved) arbitrate(output, rank, input.ts)
    } catch (error) {
      fail(rule, error)
    }
  }

  /** `by` took this output, or gave it back: rules that are weaker learn of it, the strongest first. */
  const arbitrate = (output: string, by: Rank, ts: number) => {
    for (const one of [...running.values()]) if (one.writes.has(output) && outranks(by, one.rank)) align(one, output, by, ts)
  }

  /** Holds the rule back while somebody stronger has the output, and not any longer; `by` gave it back. */
  const align = (one: Running, interfaceId: string, by: Rank, ts: number) => {
    const holder = arbiter.above(interfaceId, one.rank, ts)
    const holdEnd = one.state.outlets.find(outlet => outlet.id === interfaceId)?.hold ?? NEVER
    if (holdEnd === (holder?.until ?? NEVER)) return
    const value = sent.get(interfaceId)?.value ?? null
    const hold = holder ? holder.until - ts : 0
    feed(one, { kind: 'COMMAND', ts, interfaceId, value, hold, by: holder?.by ?? by })
  }

  const fail = (rule: SoundRule, error: unknown) => {
    const rank = rankOf(rule.body.template)
    const state = running.get(rule.id)?.state
    running.delete(rule.id)
    part(rule.id, rank, state, now())
    for (const output of writesOf(rule.body)) arbitrate(output, rank, now())
    log('error', `rule ${rule.id} broke down: ${reason(error)}`)
    failed(rule, reason(error))
  }

  const plan = () => {
    cancelTimer()
    const next = Math.min(...[...running.values()].map(({ state }) => state.next))
    // A millisecond late: readings of that very instant come first.
    if (next < Number.MAX_SAFE_INTEGER) cancelTimer = clock.after(Math.max(1, next - now() + 1), ring)
  }

  /** Deadlines of all rules up to `limit`, in their order; of one instant, the strongest rule first. */
  const advance = (limit: number) => {
    for (;;) {
      let first: Running | undefined
      for (const one of running.values()) if (one.state.next < (first?.state.next ?? limit + 1)) first = one
      if (!first) return
      feed(first, { kind: 'TIMER', ts: first.state.next })
    }
  }

  /** Sends what is wanted, and waits for the next deadline. */
  const finish = () => {
    const doings = [...outgoing.values()]
    outgoing.clear()
    for (const act of doings) act()
    plan()
  }

  const ring = () => {
    advance(now())
    finish()
  }

  const isConcerned = (one: Running, id: string) => one.reads.has(id) || one.writes.has(id)

  const broadcast = (to: (one: Running) => boolean, input: (ts: number) => Input, ts = now()) => {
    // What fell due before comes first, in all rules: who has an output now depends on it.
    advance(ts - 1)
    for (const one of [...running.values()]) if (to(one)) feed(one, input(ts))
    finish()
  }

  /** With the state of before, of an earlier run, or from the start. */
  const ready = (rule: SoundRule, ts: number, old: Running | undefined): Running[] => {
    const { body } = rule
    try {
      const going = old && restore(body, old.state)
      const storedState = old?.state ?? stored?.states[rule.id]
      const state = going ?? (stored && restore(body, stored.states[rule.id])) ?? migrate(body, storedState, ts)
      return [{ rule, rank: rankOf(body.template), reads: new Set(readsOf(body)), writes: new Set(writesOf(body)), state }]
    } catch (error) {
      fail(rule, error)
      return []
    }
  }

  /** Tells a rule that it runs again, under a new version, over sensors that send otherwise, or for the first time. */
  const begin = (one: Running, ts: number, old: Running | undefined) => {
    const isGoing = old?.state === one.state
    if (isGoing && isCurrent(one.rule.body, one.state)) return
    const isRestored = !isGoing && stored?.states[one.rule.id] === one.state
    const restart = { gap: Math.max(0, ts - (stored?.at ?? ts)) }
    const outputs = isRestored ? [...one.writes].map(interfaceId => ({ interfaceId, value: null })) : watched(one)
    feed(one, { kind: 'CONFIG', ts, ...(isRestored && { restart }), ...(outputs.length > 0 && { outputs }) })
  }
  /** What others' outputs that it watches were sent last: whether a device follows is told from now on, not from the next order. */
  const watched = ({ rule: { body }, writes }: Running) =>
    commandsOf(body).flatMap(interfaceId => {
      const value = writes.has(interfaceId) ? null : ordered(interfaceId)
      return value === null ? [] : [{ interfaceId, value }]
    })
  const lastRead = new Map<string, number>()

  return {
    load: (rules, nextStatuses) => {
      const ts = now()
      // What an earlier run may not have told. The platform acts once for each key: told twice is told once.
      for (const [event, at] of stored?.untold ?? []) report(event, at)
      // What fell due before, the rules of before do yet.
      advance(ts - 1)
      const old = running
      running = new Map()
      const all = rules.flatMap(rule => ready(rule, ts, old.get(rule.id))).toSorted(byStrength)
      // The strongest first: what it has, a weaker one does not even begin to write.
      running = new Map(all.map(one => [one.rule.id, one]))
      const goesOn = (id: string, state: unknown) => running.get(id)?.state === state
      for (const { rule, rank, state } of old.values()) if (!goesOn(rule.id, state)) part(rule.id, rank, state, ts)
      for (const [id, state] of Object.entries(stored?.states ?? {})) if (!goesOn(id, state)) part(id, 'alarm', state, ts)
      for (const one of all) {
        begin(one, ts, old.get(one.rule.id))
        for (const output of one.writes) align(one, output, 'alarm', ts)
      }
      stored = null
      const set = Object.entries(nextStatuses).filter(([key, status]) => statuses.get(key) !== status)
      statuses = new Map(Object.entries(nextStatuses))
      for (const [key, status] of set) {
        broadcast(
          ({ rule }) => key.startsWith(`${rule.id}:`),
          at => ({ kind: 'CONFIG', ts: at, event: { key, status } }),
        )
      }
      save()
      finish()
    },
    reading: (interfaceId, value) => {
      // Two readings of one interface never share an instant: the second would count as a repetition.
      if (lastRead.get(interfaceId) === now()) latest++
      lastRead.set(interfaceId, now())
      broadcast(
        one => one.reads.has(interfaceId),
        ts => ({ kind: 'READING', ts, interfaceId, seq: 0, value, good: true }),
      )
    },
    command: (interfaceId, value, hold) => {
      const ts = now()
      advance(ts - 1)
      pendingRetirements.delete(interfaceId)
      sent.set(interfaceId, { value, by: null })
      arbiter.hold(interfaceId, ts + Math.min(hold, LONGEST_HOLD))
      broadcast(
        one => isConcerned(one, interfaceId),
        () => ({ kind: 'COMMAND', ts, interfaceId, value, hold }),
        ts,
      )
      // Nobody says it again after a restart.
      save()
    },
    written: (interfaceId, value, by) => {
      // What was sent since is told when it has arrived.
      if (sent.get(interfaceId)?.by !== by) return
      pendingRetirements.delete(interfaceId)
      broadcast(
        one => one.rule.id !== by && isConcerned(one, interfaceId),
        ts => ({ kind: 'COMMAND', ts, interfaceId, value, hold: null }),
      )
    },
    set: (interfaceId, value) => {
      pendingRetirements.delete(interfaceId)
      sent.set(interfaceId, { value, by: null })
      broadcast(
        one => isConcerned(one, interfaceId),
        ts => ({ kind: 'COMMAND', ts, interfaceId, value, hold: null }),
      )
    },
    unwritten: (interfaceId, by) => {
      if (sent.get(interfaceId)?.by !== by) return
      const last = pendingRetirements.get(interfaceId)
      if (last?.by === by) {
        outgoing.set(interfaceId, last.act)
        return finish()
      }
      sent.delete(interfaceId)
      before.delete(interfaceId)
      broadcast(
        one => one.rule.id === by,
        ts => ({ kind: 'CONFIG', ts, unwritten: [interfaceId] }),
      )
    },
    claim: (by, outputs) => {
      const moved = arbiter.claim(by, 'alarm', outputs)
      for (const output of moved) arbitrate(output, 'alarm', now())
      finish()
      return moved.filter(output => arbiter.permits(by, 'alarm', output, now()))
    },
    ordered,
    above: interfaceId => arbiter.above(interfaceId, 'manual', now())?.by ?? null,
    stop: () => {
      cancelTimer()
      save()
      cancelSave()
    },
  }
}
