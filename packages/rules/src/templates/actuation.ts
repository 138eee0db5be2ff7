import type { BodyOf } from '@steading/contract/rules/body'
import { eventKey } from '../alarms/event.ts'
import type { RuleEffect } from '../effects.ts'
import { writeOutlets } from '../outputs/outlets.ts'
import type { State } from '../state.ts'
import { MINUTE, NEVER } from '../values/time.ts'
import { alarm } from './alarm.ts'
import type { Alarm } from './alarm.ts'
import { sealTemplate } from './template.ts'

type Body = BodyOf<'ALARM_WITH_ACTUATION'>

/** The state of the alarm and of its outputs. */
interface Actuation extends Alarm {
  /** Since when the outputs are on; NEVER: they are off. */
  on: number
  /** The longest time on has passed (`spent`) or a person handles the event (`inHand`): off until the rule was inactive. */
  spent: boolean
  inHand: boolean
  /** By output: this rule wrote its off value, and nobody has written since. */
  readonly left: boolean[]
  /** The off value. */
  off: number
}

const isOn = (own: Actuation): boolean => own.on !== NEVER

/** When the longest time on ends. */
const limitOf = ({ inputs }: Body, own: Actuation): number =>
  isOn(own) && inputs.maxOnTime > 0 ? own.on + inputs.maxOnTime * MINUTE : NEVER

const settle = (body: Body, state: State<Actuation>, ts: number, limit: number, out: RuleEffect[]): void => {
  const { own } = state
  const { reopenings } = own.event
  alarm.settle(body, state, ts, limit, out)
  const { active } = own.event
  if ((!active && own.event.unproven !== true) || own.event.reopenings > reopenings) own.inHand = false
  if (!active) own.spent = false
  else if (limitOf(body, own) <= limit) own.spent = true
  const on = active && !own.spent && !own.inHand
  if (on !== isOn(own)) {
    own.on = on ? ts : NEVER
    own.left.fill(!on)
  }
  own.off = Number(body.inputs.offValue)
  const value = on ? Number(body.inputs.onValue) : own.off
  // While on, the rule controls its outputs; off, it leaves them once they accepted the value.
  for (let at = 0; at < state.outlets.length; at++)
    if (on || own.left[at] === true) writeOutlets(body, state, at, at + 1, value, ts, 'ALARM', out)
}

/** 3.7: an alarm that also switches outputs, at once and as long as it is active. */
export const actuation = sealTemplate<Body, Actuation>({
  ...alarm,
  writes: body => body.inputs.outputs,
  initial: body => {
    const { outputs, offValue } = body.inputs
    const none = { on: NEVER, spent: false, inHand: false, left: outputs.map(() => false) }
    return { ...alarm.initial(body), ...none, off: Number(offValue) }
  },
  settle,
  next: (body, state) => Math.min(alarm.next(body, state), limitOf(body, state.own)),
  commanded: (body, state, interfaceId, value, ts) => {
    const { own, outlets } = state
    const watched = alarm.commanded?.(body, state, interfaceId, value, ts) ?? false
    const at = outlets.findIndex(outlet => outlet.id === interfaceId)
    if (at === -1) return watched
    if (value !== null) own.left[at] = false
    return watched || isOn(own)
  },
  statusSet: (body, state, key, status, ts) => {
    if (key === eventKey(body.id, state.own.event)) state.own.inHand = status !== 'OPEN'
    alarm.statusSet?.(body, state, key, status, ts)
  },
  succeed: (state, before, ts) => {
    alarm.succeed?.(state, before, ts)
    state.own.inHand = before.inHand && state.own.event.unproven === true
  },
  leave: (ruleId, state, ts, out) => {
    const { own, outlets } = state
    for (let at = 0; at < outlets.length; at++) {
      // The last off value may not have reached the output.
      const isDue = isOn(own) || (own.left[at] === true && !outlets[at]!.known)
      if (isDue) writeOutlets({ id: ruleId }, state, at, at + 1, own.off, ts, 'LEFT', out)
    }
    own.on = NEVER
  },
  claims: (body, { own }) => (isOn(own) ? body.inputs.outputs : []),
})
