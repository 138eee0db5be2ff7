import { secondOf } from '@steading/contract/schedule'
import type { BodyOf } from '@steading/contract/rulebody'
import { micro } from '../compare.ts'
import type { Intent } from '../intent.ts'
import { localOf, nextSecond, weekdayOf } from '../local.ts'
import { doubt, hasFailed, isHeld, write } from '../outlets.ts'
import type { State } from '../state.ts'
import { MINUTE, NEVER } from '../time.ts'
import { sealed } from './template.ts'
import type { Template } from './template.ts'

type Body = BodyOf<'SCHEDULER' | 'FORCED_SCHEDULER'>

interface Scheduler {
  /** Version of the body that was begun with; 0: it begins, and what the clock says now is to be written. */
  version: number
  /** By output: the action in force, a boolean as 0 or 1; null: no interval. */
  actions: (number | null)[]
  /** By output: what it was to be sent last; null: nothing yet. */
  wanted: (number | null)[]
  /** When another action may be in force. */
  edge: number
  /** Whole minute at which outputs that differ from their action are written again. */
  minute: number
  /** Instant of the last write. */
  sent: number
}

const isForced = (body: Body): boolean => body.template === 'FORCED_SCHEDULER'

/** The actions in force at `ts`, and when to look again: the next edge of today's intervals, or midnight. */
const consult = ({ offsets, inputs }: Body, ts: number): Pick<Scheduler, 'actions' | 'edge'> => {
  const { day, second } = localOf(offsets, ts)
  const weekday = weekdayOf(day)
  const actions: (number | null)[] = inputs.outputs.map(() => null)
  let edge = 0
  const meet = (at: number) => {
    if (at > second && at < 86_400 && (edge === 0 || at < edge)) edge = at
  }
  for (const { weekdays, intervals } of inputs.lines) {
    if (!weekdays.includes(weekday)) continue
    for (const { startTime, endTime, action, interfaceId } of intervals) {
      const [start, end] = [secondOf(startTime), secondOf(endTime)]
      meet(start)
      meet(end + 1)
      if (second < start || second > end) continue
      for (const [at, id] of inputs.outputs.entries())
        if (interfaceId === undefined || interfaceId === id) actions[at] = Number(action)
    }
  }
  return { actions, edge: nextSecond(offsets, ts, edge) }
}

/** The last command or the feedback is not what the schedule wants. */
const differs = ({ outlets, inputs }: State, at: number, action: number): boolean => {
  const outlet = outlets[at]!
  const feedback = inputs[at]
  return !outlet.known || outlet.last !== action || (feedback?.status === 'GOOD' && micro(feedback.x) !== micro(action))
}

const send = (body: Body, state: State<Scheduler>, at: number, value: number, ts: number, out: Intent[]): void => {
  state.own.wanted[at] = value
  state.own.sent = ts
  write(body, state, at, at + 1, value, ts, 'SCHEDULE', out)
}

/**
 * What begins is written, what ends leaves the callback value; an interval that goes on with the same action is no edge. Answers
 * which outputs begin.
 */
const turn = (body: Body, state: State<Scheduler>, ts: number, out: Intent[]): readonly number[] => {
  const { own } = state
  const begins = own.version !== body.version
  const before = own.actions
  const turned: number[] = []
  Object.assign(own, consult(body, ts), { version: body.version })
  for (const [at, action] of own.actions.entries()) {
    const was = before[at] ?? null
    if (action !== null && (begins || action !== was)) {
      send(body, state, at, action, ts, out)
      turned.push(at)
    }
    if (action === null && was !== null) send(body, state, at, Number(body.inputs.callbackValue), ts, out)
  }
  return turned
}

/** A forced scheduler has its outputs: at each whole minute, and when a stronger rule gave one back. */
const insist = (
  body: Body,
  state: State<Scheduler>,
  turned: readonly number[],
  ts: number,
  limit: number,
  out: Intent[],
): void => {
  const { own, outlets } = state
  const due = own.minute <= limit
  own.minute = NEVER
  for (const [at, action] of own.actions.entries()) {
    const outlet = outlets[at]!
    if (action === null || isHeld(outlet) || !differs(state, at, action)) continue
    const fresh = (outlet.resumed || due) && !turned.includes(at)
    if (fresh) {
      doubt(outlet)
      send(body, state, at, action, ts, out)
    }
    // Feedback may take its time: what was written at this instant is looked at again in the next minute.
    const past = limit === ts || own.sent === ts
    const whole = past ? Math.floor(ts / MINUTE) * MINUTE + MINUTE : Math.ceil(ts / MINUTE) * MINUTE
    if (differs(state, at, action)) own.minute = Math.min(own.minute, whole)
  }
}

const settle = (body: Body, state: State<Scheduler>, ts: number, limit: number, out: Intent[]): void => {
  const { own, outlets } = state
  for (const [at, outlet] of outlets.entries()) {
    const value = own.wanted[at] ?? null
    if (value !== null && hasFailed(outlet)) send(body, state, at, value, ts, out)
  }
  const turned = own.version !== body.version || own.edge <= limit ? turn(body, state, ts, out) : []
  if (isForced(body)) insist(body, state, turned, ts, limit, out)
  for (const outlet of outlets) outlet.resumed = false
}

const template: Template<Body, Scheduler> = {
  // A forced scheduler watches the feedback of its outputs.
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

/** 3.9: outputs by the clock on the wall; forced, against everybody but an alarm. */
export const scheduler = sealed(template)
