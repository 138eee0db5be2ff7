import type { RuleBody } from '@steading/contract/rules/body'
import type { Config, Input, Reading } from './inputs/input.ts'
import type { RuleEffect } from './effects.ts'
import { endHold, recordFailure, isHeld, learnValue, createOutlet, applyCommand } from './outputs/outlets.ts'
import { rankOf } from './outputs/rank.ts'
import type { State } from './state.ts'
import { templateOf } from './templates/index.ts'
import type { Template } from './templates/template.ts'
import { NEVER } from './values/time.ts'
import { setStaleAfter, firstDue, staleAfterOf, acceptValue, createInputState } from './inputs/inputState.ts'
import type { InputState } from './inputs/inputState.ts'

export interface Step {
  /** The given state, changed in place. */
  readonly state: State
  readonly effects: readonly RuleEffect[]
  /** Earliest deadline in the state; null: none. */
  readonly next: number | null
  /** Not evaluated: a reading older than the engine time, or a meter's second reading of one instant. */
  readonly late: boolean
}

type AnyTemplate = Template<RuleBody, unknown>

const wiringOf = (body: RuleBody, template: AnyTemplate): string =>
  `${body.template}|${template.reads(body).join()}|${template.writes(body).join()}`

/** The initial state of a rule at `ts`: nothing known, nothing written. */
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
      const spec = body.interfaces.findIndex(item => item.id === id)
      const stale = staleAfterOf(body.interfaces[spec]!, grace)
      return createInputState(id, spec, stale, firstDue(stale, grace, ts))
    }),
    outlets: template.writes(body).map(id => createOutlet(body, id)),
    writes: 0,
    own: template.initial(body),
  }
  state.next = earliestDeadline(body, state, template)
  return state
}

/** Whether a state can continue under this body: same template, sensors and outputs. */
export const fits = (body: RuleBody, state: State): boolean => state.wiring === wiringOf(body, templateOf(body))

const isState = (stored: unknown): stored is State =>
  typeof stored === 'object' && stored !== null && 'v' in stored && stored.v === 1

/** Restores a stored state, parsed from JSON; null when this body must start from its initial state. */
export const restore = (body: RuleBody, stored: unknown): State | null => (isState(stored) && fits(body, stored) ? stored : null)

/**
 * The state of a rule that moves to other sensors or outputs at `ts`: nothing known, nothing written, but its event is handed
 * over. `retire` switches off what the stored state had switched on.
 */
export const migrate = (body: RuleBody, stored: unknown, ts: number): State => {
  const state = initial(body, ts)
  if (!isState(stored) || stored.template !== body.template) return state
  const template = templateOf(body)
  template.succeed?.(state, stored.own, ts)
  state.writes = stored.writes
  state.next = earliestDeadline(body, state, template)
  return state
}

/** Final effects of a rule that ends or moves to other sensors or outputs: switches off what it had switched on. */
export const retire = (ruleId: string, stored: unknown, ts: number): readonly RuleEffect[] => {
  if (!isState(stored)) return []
  const out: RuleEffect[] = []
  const { writes } = stored
  templateOf(stored).leave?.(ruleId, stored, ts, out)
  // A successor counts writes from the same number at the same instant, so the final writes need distinct keys.
  stored.writes = writes
  return out.map(effect => (effect.kind === 'ACTUATE' ? { ...effect, key: `${effect.key}:left` } : effect))
}

/**
 * Applies one input and changes `state` in place. Earlier deadlines fire first, each at its own instant. Deadlines of the same
 * instant wait for a TIMER or a later input, because readings come before timers. Only readings can be late: any other input
 * older than the engine time takes effect at the engine time.
 */
export const step = (body: RuleBody, state: State, input: Input): Step => {
  const template = templateOf(body)
  const out: RuleEffect[] = []
  if (input.kind === 'READING' && input.ts < state.ts) return { state, effects: out, next: nextDeadline(state), late: true }
  const ts = input.ts > state.ts ? input.ts : state.ts
  const restart = input.kind === 'CONFIG' ? input.restart : undefined
  const grace = template.staleAfter(body)
  const slept = restart !== undefined && restart.gap >= grace
  // A new version takes effect with the input that reports it: deadlines that it moves into the past fire now.
  const isNew = state.version !== body.version
  if (!slept && !isNew) catchUp(body, state, template, ts - 1, out)
  state.ts = ts
  if (isNew) adoptVersion(body, state, template, ts)
  else if (input.kind === 'CONFIG') refreshStaleAfter(body, state, grace, ts)
  let late = false
  if (input.kind === 'READING') late = !applyReading(body, state, template, input, out)
  else if (input.kind === 'TIMER') catchUp(body, state, template, ts, out)
  else if (input.kind === 'CONFIG') applyConfig(body, state, template, input, slept, out)
  else {
    const rank = rankOf(body.template)
    let matters = false
    for (const outlet of state.outlets)
      if (outlet.id === input.interfaceId && applyCommand(outlet, input, rank, ts)) matters = true
    if (template.commanded?.(body, state, input.interfaceId, input.value, ts) === true) matters = true
    if (matters) template.settle(body, state, ts, ts - 1, out)
  }
  state.next = earliestDeadline(body, state, template)
  return { state, effects: out, next: nextDeadline(state), late }
}

const nextDeadline = (state: State): number | null => (state.next === NEVER ? null : state.next)

/** Adopts another version of the body over the same wiring: refreshes everything derived from it. */
const adoptVersion = (body: RuleBody, state: State, template: AnyTemplate, ts: number): void => {
  if (!fits(body, state)) throw new Error(`rule ${body.id}: the state belongs to another wiring`)
  for (const input of state.inputs) input.spec = body.interfaces.findIndex(item => item.id === input.id)
  refreshStaleAfter(body, state, template.staleAfter(body), ts)
  template.adopted?.(body, state, ts)
  state.version = body.version
  state.next = earliestDeadline(body, state, template)
}

/** Refreshes the stale time of every input from the body. */
const refreshStaleAfter = (body: RuleBody, state: State, grace: number, ts: number): void => {
  for (const input of state.inputs) {
    const stale = staleAfterOf(body.interfaces[input.spec]!, grace)
    if (stale !== input.stale) setStaleAfter(input, stale, grace, ts)
  }
}

/** Whether the state reflects this version and the sampling intervals of its inputs; if not, it needs a CONFIG. */
export const isCurrent = (body: RuleBody, state: State): boolean => {
  const grace = templateOf(body).staleAfter(body)
  return (
    state.version === body.version &&
    state.inputs.every(input => input.stale === staleAfterOf(body.interfaces[input.spec]!, grace))
  )
}

/** Fires every deadline up to `limit`, in order, each at its instant. */
const catchUp = (body: RuleBody, state: State, template: AnyTemplate, limit: number, out: RuleEffect[]): void => {
  while (state.next <= limit) {
    const ts = Math.max(state.next, state.ts)
    state.ts = ts
    fireDeadlines(body, state, template, ts, out)
    state.next = earliestDeadline(body, state, template)
    if (state.next <= ts) throw new Error(`rule ${body.id}: deadline ${state.next} fired without moving on`)
  }
}

const fireDeadlines = (body: RuleBody, state: State, template: AnyTemplate, ts: number, out: RuleEffect[]): void => {
  for (const outlet of state.outlets) if (outlet.hold <= ts) endHold(outlet)
  let stale = false
  for (const input of state.inputs) if (input.due <= ts) stale = true
  if (stale) lose(body, state, template, input => input.due <= ts, 'STALE', ts, out)
  template.settle(body, state, ts, ts, out)
}

const lose = (
  body: RuleBody,
  state: State,
  template: AnyTemplate,
  which: (input: InputState) => boolean,
  reason: 'STALE' | 'SILENT',
  ts: number,
  out: RuleEffect[],
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

const sensorsLeft = (body: RuleBody, state: State, template: AnyTemplate): number =>
  state.inputs.slice(0, template.sensors(body, state.inputs.length)).filter(input => input.status !== 'LOST').length

const recordWriteFailure = (
  body: RuleBody,
  state: State,
  template: AnyTemplate,
  id: string,
  ts: number,
  out: RuleEffect[],
): void => {
  template.commanded?.(body, state, id, null, ts)
  for (const outlet of state.outlets) {
    if (outlet.id !== id || !recordFailure(outlet)) continue
    const key = `${body.id}:fault:${id}:${ts}`
    const left = sensorsLeft(body, state, template)
    out.push({ kind: 'FAULT', ts, key, interfaceId: id, reason: 'UNWRITTEN', lastGood: null, left })
  }
}

/**
 * Evaluates a reading. Readings of one instant are evaluated in the order of their numbers, since the first may raise the alarm.
 * Returns false for a meter's second reading of one instant: there is no rate over no time.
 */
const applyReading = (body: RuleBody, state: State, template: AnyTemplate, reading: Reading, out: RuleEffect[]): boolean => {
  for (let slot = 0; slot < state.inputs.length; slot++) {
    const input = state.inputs[slot]!
    if (input.id !== reading.interfaceId) continue
    if (input.ts === reading.ts && body.interfaces[input.spec]!.kind === 'COUNTER') return false
    if (reading.good && acceptValue(input, body.interfaces[input.spec]!, reading.value, reading.ts)) {
      template.read?.(body, state, slot, reading.ts)
      template.settle(body, state, reading.ts, reading.ts - 1, out)
    }
    return true
  }
  return true
}

const applyConfig = (
  body: RuleBody,
  state: State,
  template: AnyTemplate,
  config: Config,
  slept: boolean,
  out: RuleEffect[],
): void => {
  const { ts } = state
  if (config.restart !== undefined)
    for (const outlet of state.outlets) {
      outlet.failures = 0
      if (isHeld(outlet)) endHold(outlet)
    }
  if (slept) {
    const grace = template.staleAfter(body)
    for (const input of state.inputs) {
      input.status = 'NEW'
      input.due = firstDue(input.stale, grace, ts)
    }
    template.restarted?.(body, state, ts)
  }
  for (const { interfaceId, value } of config.outputs ?? []) {
    for (const outlet of state.outlets) if (outlet.id === interfaceId) learnValue(outlet, value)
    template.commanded?.(body, state, interfaceId, value, ts)
  }
  for (const id of config.unwritten ?? []) recordWriteFailure(body, state, template, id, ts, out)
  const { terminal, event } = config
  if (terminal?.silent === true) {
    const silent = (input: InputState) => body.interfaces[input.spec]!.terminalId === terminal.id
    lose(body, state, template, silent, 'SILENT', ts, out)
  }
  if (event !== undefined) template.statusSet?.(body, state, event.key, event.status, ts)
  template.settle(body, state, ts, ts - 1, out)
}

const earliestDeadline = (body: RuleBody, state: State, template: AnyTemplate): number => {
  let next = template.next(body, state)
  for (let i = 0; i < state.inputs.length; i++) if (state.inputs[i]!.due < next) next = state.inputs[i]!.due
  for (let i = 0; i < state.outlets.length; i++) if (state.outlets[i]!.hold < next) next = state.outlets[i]!.hold
  return next
}
