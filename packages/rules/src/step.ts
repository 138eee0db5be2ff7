import type { RuleBody } from '@steading/contract/rulebody'
import type { Config, Input, Reading } from './input.ts'
import type { Intent } from './intent.ts'
import { endHold, fail, isHeld, learn, outlet, override } from './outlets.ts'
import { rankOf } from './rank.ts'
import type { State } from './state.ts'
import { templateOf } from './templates/index.ts'
import type { Template } from './templates/template.ts'
import { NEVER } from './time.ts'
import { allow, firstDue, staleAfterOf, take, watch } from './tristate.ts'

export interface Step {
  /** The state that was given, moved on. */
  readonly state: State
  readonly intents: readonly Intent[]
  /** Earliest deadline in the state; null: none. */
  readonly next: number | null
  /** A reading older than the engine time, or a second one of a meter's instant: not evaluated. */
  readonly late: boolean
}

type Any = Template<RuleBody, unknown>

const wiringOf = (body: RuleBody, template: Any): string =>
  `${body.template}|${template.reads(body).join()}|${template.writes(body).join()}`

/** The state in which a rule starts at `ts`: nothing known, nothing written. */
export const initial = (body: RuleBody, ts: number): State => {
  const template = templateOf(body)
  const grace = template.staleAfter(body)
  const state: State = {
    v: 1,
    template: body.template,
    wiring: wiringOf(body, template),
    version: body.version,
    ts,
    next: NEVER,
    inputs: [...new Set(template.reads(body))].map(id => {
      const spec = body.interfaces.findIndex(one => one.id === id)
      const stale = staleAfterOf(body.interfaces[spec]!, grace)
      return watch(id, spec, stale, firstDue(stale, grace, ts))
    }),
    outlets: template.writes(body).map(id => outlet(body, id)),
    writes: 0,
    own: template.initial(body),
  }
  state.next = earliest(body, state, template)
  return state
}

/** Whether a state can go on under this body: same template, sensors and outputs. */
export const fits = (body: RuleBody, state: State): boolean => state.wiring === wiringOf(body, templateOf(body))

const isState = (stored: unknown): stored is State =>
  typeof stored === 'object' && stored !== null && 'v' in stored && stored.v === 1

/** A stored state, parsed from JSON, to go on with; null when this body must start anew. */
export const restore = (body: RuleBody, stored: unknown): State | null => (isState(stored) && fits(body, stored) ? stored : null)

/**
 * The state in which a rule goes over to other sensors or outputs at `ts`: nothing known, nothing written, but the event that
 * the stored one had goes on. What that one had switched on, `leave` switches off.
 */
export const succeed = (body: RuleBody, stored: unknown, ts: number): State => {
  const state = initial(body, ts)
  if (!isState(stored) || stored.template !== body.template) return state
  const template = templateOf(body)
  template.succeed?.(state, stored.own, ts)
  state.writes = stored.writes
  state.next = earliest(body, state, template)
  return state
}

/** The last words of a rule that ends, or goes over to other sensors or outputs: nothing that it switched on stays so. */
export const leave = (ruleId: string, stored: unknown, ts: number): readonly Intent[] => {
  if (!isState(stored)) return []
  const out: Intent[] = []
  const { writes } = stored
  templateOf(stored).leave?.(ruleId, stored, ts, out)
  // Whoever goes on from here counts from the same number, at the same instant: the last words have keys of their own.
  stored.writes = writes
  return out.map(one => (one.kind === 'ACTUATE' ? { ...one, key: `${one.key}:left` } : one))
}

/**
 * Takes one input. Deadlines before it fire first, each at its own instant; deadlines of its very instant wait for a TIMER
 * (or a later input), because readings come before timers. Changes `state` in place. No input but a reading is ever late: one
 * that is older than the engine time takes effect at the engine time.
 */
export const step = (body: RuleBody, state: State, input: Input): Step => {
  const template = templateOf(body)
  const out: Intent[] = []
  if (input.kind === 'READING' && input.ts < state.ts) return { state, intents: out, next: soonest(state), late: true }
  const ts = input.ts > state.ts ? input.ts : state.ts
  const restart = input.kind === 'CONFIG' ? input.restart : undefined
  const grace = template.staleAfter(body)
  const slept = restart !== undefined && restart.gap >= grace
  // A version does nothing before the input that tells of it: what by its figures was due before is due then.
  const isNew = state.version !== body.version
  if (!slept && !isNew) catchUp(body, state, template, ts - 1, out)
  state.ts = ts
  if (isNew) adopt(body, state, template, ts)
  else if (input.kind === 'CONFIG') heed(body, state, grace, ts)
  let late = false
  if (input.kind === 'READING') late = !read(body, state, template, input, out)
  else if (input.kind === 'TIMER') catchUp(body, state, template, ts, out)
  else if (input.kind === 'CONFIG') configure(body, state, template, input, slept, out)
  else {
    const rank = rankOf(body.template)
    let matters = false
    for (const one of state.outlets) if (one.id === input.interfaceId && override(one, input, rank, ts)) matters = true
    if (template.commanded?.(body, state, input.interfaceId, input.value, ts) === true) matters = true
    if (matters) template.settle(body, state, ts, ts - 1, out)
  }
  state.next = earliest(body, state, template)
  return { state, intents: out, next: soonest(state), late }
}

const soonest = (state: State): number | null => (state.next === NEVER ? null : state.next)

/** Another version of the body over the same wiring: what is kept of it is taken anew. */
const adopt = (body: RuleBody, state: State, template: Any, ts: number): void => {
  if (!fits(body, state)) throw new Error(`rule ${body.id}: the state belongs to another wiring`)
  for (const input of state.inputs) input.spec = body.interfaces.findIndex(one => one.id === input.id)
  heed(body, state, template.staleAfter(body), ts)
  template.adopted?.(body, state, ts)
  state.version = body.version
  state.next = earliest(body, state, template)
}

/** What is kept of how often inputs send is taken anew. */
const heed = (body: RuleBody, state: State, grace: number, ts: number): void => {
  for (const input of state.inputs) {
    const stale = staleAfterOf(body.interfaces[input.spec]!, grace)
    if (stale !== input.stale) allow(input, stale, grace, ts)
  }
}

/** Whether the state knows this version, and how often its inputs send; if not, a CONFIG tells it. */
export const isAware = (body: RuleBody, state: State): boolean => {
  const grace = templateOf(body).staleAfter(body)
  return (
    state.version === body.version &&
    state.inputs.every(input => input.stale === staleAfterOf(body.interfaces[input.spec]!, grace))
  )
}

/** Fires every deadline up to `limit`, in order, each at its instant. */
const catchUp = (body: RuleBody, state: State, template: Any, limit: number, out: Intent[]): void => {
  while (state.next <= limit) {
    const ts = Math.max(state.next, state.ts)
    state.ts = ts
    fire(body, state, template, ts, out)
    state.next = earliest(body, state, template)
    if (state.next <= ts) throw new Error(`rule ${body.id}: a deadline of ${state.next} does not pass`)
  }
}

const fire = (body: RuleBody, state: State, template: Any, ts: number, out: Intent[]): void => {
  for (const one of state.outlets) if (one.hold <= ts) endHold(one)
  let stale = false
  for (const input of state.inputs) if (input.due <= ts) stale = true
  if (stale) lose(body, state, template, input => input.due <= ts, 'STALE', ts, out)
  template.settle(body, state, ts, ts, out)
}

type Watched = State['inputs'][number]

const lose = (
  body: RuleBody,
  state: State,
  template: Any,
  which: (input: Watched) => boolean,
  reason: 'STALE' | 'SILENT',
  ts: number,
  out: Intent[],
): void => {
  const lost = state.inputs.filter(input => input.status !== 'LOST' && which(input))
  for (const input of lost) {
    input.status = 'LOST'
    input.due = NEVER
    template.lost?.(body, state, state.inputs.indexOf(input))
  }
  const left = sensorsLeft(body, state, template)
  for (const input of lost) {
    const key = `${body.id}:fault:${input.id}:${ts}`
    out.push({ kind: 'FAULT', ts, key, interfaceId: input.id, reason, lastGood: input.ts === -1 ? null : input.ts, left })
  }
}

const sensorsLeft = (body: RuleBody, state: State, template: Any): number =>
  state.inputs.slice(0, template.sensors(body, state.inputs.length)).filter(input => input.status !== 'LOST').length

const unwritten = (body: RuleBody, state: State, template: Any, id: string, ts: number, out: Intent[]): void => {
  template.commanded?.(body, state, id, null, ts)
  for (const one of state.outlets) {
    if (one.id !== id || !fail(one)) continue
    const key = `${body.id}:fault:${id}:${ts}`
    const left = sensorsLeft(body, state, template)
    out.push({ kind: 'FAULT', ts, key, interfaceId: id, reason: 'UNWRITTEN', lastGood: null, left })
  }
}

/**
 * Readings of one instant are evaluated one after the other, by their numbers: the first may be the alarm. Answers false for the
 * second one of a meter, which has no rate over no time.
 */
const read = (body: RuleBody, state: State, template: Any, input: Reading, out: Intent[]): boolean => {
  for (let slot = 0; slot < state.inputs.length; slot++) {
    const one = state.inputs[slot]!
    if (one.id !== input.interfaceId) continue
    if (one.ts === input.ts && body.interfaces[one.spec]!.kind === 'COUNTER') return false
    if (input.good && take(one, body.interfaces[one.spec]!, input.value, input.ts)) {
      template.read?.(body, state, slot, input.ts)
      template.settle(body, state, input.ts, input.ts - 1, out)
    }
    return true
  }
  return true
}

const configure = (body: RuleBody, state: State, template: Any, input: Config, slept: boolean, out: Intent[]): void => {
  const { ts } = state
  if (input.restart !== undefined)
    for (const one of state.outlets) {
      one.failures = 0
      if (isHeld(one)) endHold(one)
    }
  if (slept) {
    const grace = template.staleAfter(body)
    for (const one of state.inputs) {
      one.status = 'NEW'
      one.due = firstDue(one.stale, grace, ts)
    }
    template.restarted?.(body, state, ts)
  }
  for (const { interfaceId, value } of input.outputs ?? []) {
    for (const one of state.outlets) if (one.id === interfaceId) learn(one, value)
    template.commanded?.(body, state, interfaceId, value, ts)
  }
  for (const id of input.unwritten ?? []) unwritten(body, state, template, id, ts, out)
  const { terminal, event } = input
  if (terminal?.silent === true) {
    const silent = (one: Watched) => body.interfaces[one.spec]!.terminalId === terminal.id
    lose(body, state, template, silent, 'SILENT', ts, out)
  }
  if (event !== undefined) template.statusSet?.(body, state, event.key, event.status, ts)
  template.settle(body, state, ts, ts - 1, out)
}

const earliest = (body: RuleBody, state: State, template: Any): number => {
  let next = template.next(body, state)
  for (let i = 0; i < state.inputs.length; i++) if (state.inputs[i]!.due < next) next = state.inputs[i]!.due
  for (let i = 0; i < state.outlets.length; i++) if (state.outlets[i]!.hold < next) next = state.outlets[i]!.hold
  return next
}
