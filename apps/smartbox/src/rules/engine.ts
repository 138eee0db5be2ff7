import type { RuleEvent } from '@steading/contract/box'
import type { Input } from '@steading/rules/input'
import type { Actuate, Intent } from '@steading/rules/intent'
import type { State } from '@steading/rules/state'
import { EventStatus } from '@steading/contract/events'
import { initial, restore, step } from '@steading/rules/step'
import { templateOf } from '@steading/rules/templates/index'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { Value } from '../platform/driver.ts'
import { loadJson, saveJson } from '../platform/files.ts'
import { reason } from '../platform/log.ts'
import type { Log } from '../platform/log.ts'
import type { BoxTime } from '../platform/time.ts'
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
  /** A write of a rule did not reach the device: it has to write again. */
  unwritten(interfaceId: string): void
  stop(): void
}

export interface EngineParts {
  /** Where the states of rules are kept. */
  readonly path: string
  readonly time: BoxTime
  readonly clock: Clock
  readonly log: Log
  readonly actuate: (rule: SoundRule, intent: Actuate) => void
  /** @param ts UTC ms */
  readonly tell: (event: RuleEvent, ts: number) => void
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
  /** Doings that may not stand in the store yet. */
  untold: z.array(z.tuple([z.looseObject({ rule: z.string(), ver: z.number(), kind: z.string(), key: z.string() }), z.number()])),
})
type Saved = z.infer<typeof Saved>

interface Running {
  readonly rule: SoundRule
  state: State
}

export const createEngine = ({ path, time, clock, log, actuate, tell, failed, saveEvery = 60_000 }: EngineParts): Engine => {
  const saved = loadJson(path, Saved)
  let stored = saved
  let running = new Map<string, Running>()
  let cancelTimer = () => {}
  let cancelSave = () => {}
  let statuses = new Map(Object.entries(saved?.statuses ?? {}))
  /** Engine time never goes back, not even over a restart. */
  const shift = Math.max(0, (saved?.at ?? 0) - time.ruled())
  let latest = 0
  const now = () => (latest = Math.max(latest, time.ruled() + shift))

  const save = (untold: Saved['untold'] = []) => {
    cancelSave()
    cancelSave = clock.after(saveEvery, () => save())
    const states = Object.fromEntries([...running].map(([id, { state }]) => [id, state]))
    try {
      saveJson(path, { at: now(), states, statuses: Object.fromEntries(statuses), untold } satisfies Saved)
    } catch (error) {
      log('error', `the state of the rules was not saved: ${reason(error)}`)
    }
  }

  const perform = ({ rule }: Running, intents: readonly Intent[]) => {
    // How far engine time is ahead of UTC while it is slewed.
    const lead = now() - time.utc()
    const untold: Saved['untold'] = []
    for (const intent of intents) {
      if (intent.kind === 'ACTUATE') continue
      const { ts, ...doing } = intent
      untold.push([{ rule: rule.id, ver: rule.ver, ...doing }, ts - lead])
    }
    // State and doings are on disk together before the doings are told: a crash between tells them again, under the same keys.
    if (untold.length > 0) save(untold)
    for (const [event, ts] of untold) tell(event, ts)
    for (const intent of intents) if (intent.kind === 'ACTUATE') actuate(rule, intent)
  }

  const feed = (one: Running, input: Input) => {
    try {
      const { state, intents } = step(one.rule.body, one.state, input)
      one.state = state
      perform(one, intents)
    } catch (error) {
      fail(one.rule, error)
    }
  }

  const fail = (rule: SoundRule, error: unknown) => {
    running.delete(rule.id)
    log('error', `rule ${rule.id} broke down: ${reason(error)}`)
    failed(rule, reason(error))
  }

  const plan = () => {
    cancelTimer()
    const next = Math.min(...[...running.values()].map(({ state }) => state.next))
    // A millisecond late: readings of that very instant come first.
    if (next < Number.MAX_SAFE_INTEGER) cancelTimer = clock.after(Math.max(1, next - now() + 1), ring)
  }

  const ring = () => {
    const ts = now()
    for (const one of running.values()) if (one.state.next <= ts) feed(one, { kind: 'TIMER', ts })
    plan()
  }

  const reads = ({ rule: { body } }: Running, id: string) => templateOf(body).reads(body).includes(id)
  const writes = ({ rule: { body } }: Running, id: string) => templateOf(body).writes(body).includes(id)
  const isConcerned = (one: Running, id: string) => reads(one, id) || writes(one, id)

  const give = (to: (one: Running) => boolean, input: (ts: number) => Input) => {
    const ts = now()
    for (const one of [...running.values()]) if (to(one)) feed(one, input(ts))
    plan()
  }

  const begin = (rule: SoundRule, ts: number, old: Running | undefined) => {
    const going = old && restore(rule.body, old.state)
    const kept = going ?? (stored && restore(rule.body, stored.states[rule.id]))
    const one = { rule, state: kept ?? initial(rule.body, ts) }
    running.set(rule.id, one)
    if (going || !kept) return
    const outputs = templateOf(rule.body)
      .writes(rule.body)
      .map(interfaceId => ({ interfaceId, value: null }))
    feed(one, { kind: 'CONFIG', ts, restart: { gap: Math.max(0, ts - (stored?.at ?? ts)) }, outputs })
  }
  const lastRead = new Map<string, number>()

  return {
    load: (rules, wanted) => {
      const ts = now()
      // What an earlier run may not have told. The platform acts once for each key: told twice is told once.
      for (const [event, at] of stored?.untold ?? []) tell(event, at)
      const old = running
      running = new Map()
      for (const rule of rules) {
        try {
          begin(rule, ts, old.get(rule.id))
        } catch (error) {
          fail(rule, error)
        }
      }
      stored = null
      const set = Object.entries(wanted).filter(([key, status]) => statuses.get(key) !== status)
      statuses = new Map(Object.entries(wanted))
      for (const [key, status] of set) {
        give(
          ({ rule }) => key.startsWith(`${rule.id}:`),
          at => ({ kind: 'CONFIG', ts: at, event: { key, status } }),
        )
      }
      save()
      plan()
    },
    reading: (interfaceId, value) => {
      // Two readings of one interface never share an instant: the second would count as a repetition.
      if (lastRead.get(interfaceId) === now()) latest++
      lastRead.set(interfaceId, now())
      give(
        one => reads(one, interfaceId),
        ts => ({ kind: 'READING', ts, interfaceId, seq: 0, value, good: true }),
      )
    },
    command: (interfaceId, value, hold) => {
      give(
        one => isConcerned(one, interfaceId),
        ts => ({ kind: 'COMMAND', ts, interfaceId, value, hold }),
      )
    },
    written: (interfaceId, value, by) => {
      give(
        one => one.rule.id !== by && isConcerned(one, interfaceId),
        ts => ({ kind: 'COMMAND', ts, interfaceId, value, hold: null }),
      )
    },
    unwritten: interfaceId => {
      give(
        one => writes(one, interfaceId),
        ts => ({ kind: 'CONFIG', ts, outputs: [{ interfaceId, value: null }] }),
      )
    },
    stop: () => {
      cancelTimer()
      save()
      cancelSave()
    },
  }
}
