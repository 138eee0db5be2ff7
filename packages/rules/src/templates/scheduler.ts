import { secondOf } from '@steading/contract/rules/schedule'
import type { BodyOf } from '@steading/contract/rules/body'
import { micro } from '../values/compare.ts'
import type { RuleEffect } from '../effects.ts'
import { localOf, nextSecond, weekdayOf } from '../values/localTime.ts'
import { invalidate, hasFailed, isHeld, writeOutlets } from '../outputs/outlets.ts'
import type { State } from '../state.ts'
import { MINUTE, NEVER } from '../values/time.ts'
import { sealTemplate } from './template.ts'
import type { Template } from './template.ts'

type Body = BodyOf<'SCHEDULER' | 'FORCED_SCHEDULER'>

interface Scheduler {
  /** Version of the body in force; 0: starting, the current action is to be written. */
  version: number
  /** By output: the action in force, a boolean as 0 or 1; null: no interval. */
  actions: (number | null)[]
  /** By output: the last value to be written; null: none yet. */
  wanted: (number | null)[]
  /** When the action may change next. */
  edge: number
  /** Whole minute at which outputs that differ from their action are re-asserted. */
  minute: number
  /** Instant of the last write. */
  sent: number
}

const isForced = (body: Body): boolean => body.template === 'FORCED_SCHEDULER'

/** The actions in force at `ts`, and when to check next: the next edge of today's intervals, or midnight. */
const scheduleAt = ({ offsets, inputs }: Body, ts: number): Pick<Scheduler, 'actions' | 'edge'> => {
  const { day, second } = localOf(offsets, ts)
  const weekday = weekdayOf(day)
  const actions: (number | null)[] = inputs.outputs.map(() => null)
  let edge = 0
  const addEdge = (at: number) => {
    if (at > second && at < 86_400 && (edge === 0 || at < edge)) edge = at
  }
  for (const { weekdays, intervals } of inputs.lines) {
    if (!weekdays.includes(weekday)) continue
    for (const { startTime, endTime, action, interfaceId } of intervals) {
      const start = secondOf(startTime)
      const end = secondOf(endTime)
      addEdge(start)
      addEdge(end + 1)
      if (second < start || second > end) continue
      for (const [at, id] of inputs.outputs.entries())
        if (interfaceId === undefined || interfaceId === id) actions[at] = Number(action)
    }
  }
  return { actions, edge: nextSecond(offsets, ts, edge) }
}

/** The last command or the feedback differs from the scheduled action. */
const differs = ({ outlets, inputs }: State, at: number, action: number): boolean => {
  const outlet = outlets[at]!
  const feedback = inputs[at]
  return !outlet.known || outlet.last !== action || (feedback?.status === 'GOOD' && micro(feedback.x) !== micro(action))
}

const send = (body: Body, state: State<Scheduler>, at: number, value: number, ts: number, out: RuleEffect[]): void => {
  state.own.wanted[at] = value
  state.own.sent = ts
  writeOutlets(body, state, at, at + 1, value, ts, 'SCHEDULE', out)
}

/**
 * Applies the edges of intervals: a start writes the action, an end the callback value. Adjacent intervals with the same action
 * have no edge between them. Returns the outputs with a start.
 */
const applyEdges = (body: Body, state: State<Scheduler>, ts: number, out: RuleEffect[]): readonly number[] => {
  const { own } = state
  const begins = own.version !== body.version
  const before = own.actions
  const edges: number[] = []
  Object.assign(own, scheduleAt(body, ts), { version: body.version })
  for (const [at, action] of own.actions.entries()) {
    const was = before[at] ?? null
    if (action !== null && (begins || action !== was)) {
      send(body, state, at, action, ts, out)
      edges.push(at)
    }
    if (action === null && was !== null) send(body, state, at, Number(body.inputs.callbackValue), ts, out)
  }
  return edges
}

/** Re-asserts the outputs of a forced scheduler: at each whole minute, and when a stronger rule released one. */
const enforce = (
  body: Body,
  state: State<Scheduler>,
  edges: readonly number[],
  ts: number,
  limit: number,
  out: RuleEffect[],
): void => {
  const { own, outlets } = state
  const due = own.minute <= limit
  own.minute = NEVER
  for (const [at, action] of own.actions.entries()) {
    const outlet = outlets[at]!
    if (action === null || isHeld(outlet) || !differs(state, at, action)) continue
    const isDue = (outlet.resumed || due) && !edges.includes(at)
    if (isDue) {
      invalidate(outlet)
      send(body, state, at, action, ts, out)
    }
    // Feedback may lag: a value written at this instant is checked again in the next minute.
    const past = limit === ts || own.sent === ts
    const whole = past ? Math.floor(ts / MINUTE) * MINUTE + MINUTE : Math.ceil(ts / MINUTE) * MINUTE
    if (differs(state, at, action)) own.minute = Math.min(own.minute, whole)
  }
}

const settle = (body: Body, state: State<Scheduler>, ts: number, limit: number, out: RuleEffect[]): void => {
  const { own, outlets } = state
  for (const [at, outlet] of outlets.entries()) {
    const value = own.wanted[at] ?? null
    if (value !== null && hasFailed(outlet)) send(body, state, at, value, ts, out)
  }
  const edges = own.version !== body.version || own.edge <= limit ? applyEdges(body, state, ts, out) : []
  if (isForced(body)) enforce(body, state, edges, ts, limit, out)
  for (const outlet of outlets) outlet.resumed = false
}

const template: Template<Body, Scheduler> = {
  // A forced scheduler evaluates the feedback of its outputs.
  reads: body => (isForced(body) ? body.inputs.outputs : []),
  sensors: () => 0,
  writes: body => body.inputs.outputs,
  staleAfter: () => 0,
  initial: body => {
    const none = body.inputs.outputs.map(() => null)
    return { version: 0, actions: none, wanted: [...none], edge: NEVER, minute: NEVER, sent: NEVER }
  },
  settle,
  next: (body, { own, ts }) => (own.version === body.version ? Math.min(own.edge, own.minute) : ts),
  commanded: body => isForced(body),
  restarted: (_body, { own }) => {
    own.version = 0
    own.minute = NEVER
  },
  claims: (body, { own }) => (isForced(body) ? body.inputs.outputs.filter((_, at) => (own.actions[at] ?? null) !== null) : []),
}

/** 3.9: outputs by the local clock. A forced schedule outranks everybody but an alarm. */
export const scheduler = sealTemplate(template)
