import type { RuleBody } from '@steading/contract/rules/body'
import type { Value } from '@steading/contract/devices/interfaces'
import { aggregate, allLost } from '../inputs/aggregate.ts'
import type { RuleEffect } from '../effects.ts'
import { isHeld, writeOutlets } from '../outputs/outlets.ts'
import type { Outlet } from '../outputs/outlet.ts'
import { round } from '@steading/contract/round'
import type { State } from '../state.ts'
import { SECOND } from '../values/time.ts'
import type { Template } from './template.ts'

/** Shared parts of the control templates. */

export interface Sensors {
  readonly sensors: readonly string[]
  readonly aggregation: 'AVG' | 'MIN' | 'MAX'
  readonly staleAfter: number
}

/** Control law: outputs as a function of sensors and set-points `P`, independent of their origin. `C`: its other inputs. */
export interface Controller<C extends Sensors, P, Own> {
  readonly writes: (c: C) => readonly string[]
  readonly initial: () => Own
  readonly settle: (body: RuleBody, c: C, points: P, state: State<Own>, ts: number, out: RuleEffect[]) => void
  readonly next: (own: Own) => number
  readonly commanded?: (c: C, state: State<Own>, interfaceId: string, value: Value | null, ts: number) => boolean
  readonly restarted?: (own: Own, ts: number) => void
}

type CommonTemplate<B, Own> = Pick<
  Required<Template<B, Own>>,
  'reads' | 'sensors' | 'writes' | 'staleAfter' | 'initial' | 'commanded' | 'restarted'
>

/** The part of a template that does not depend on the set-points. */
export const commonTemplate = <C extends Sensors, P, Own>(
  controller: Controller<C, P, Own>,
): CommonTemplate<{ readonly inputs: C }, Own> => ({
  reads: body => body.inputs.sensors,
  sensors: body => body.inputs.sensors.length,
  writes: body => controller.writes(body.inputs),
  staleAfter: body => body.inputs.staleAfter * SECOND,
  initial: controller.initial,
  commanded: (body, state, interfaceId, value, ts) => controller.commanded?.(body.inputs, state, interfaceId, value, ts) ?? false,
  restarted: (_body, { own }, ts) => controller.restarted?.(own, ts),
})

/** The template whose set-points are constant inputs. */
export const fixedTemplate = <C extends Sensors, P, Own>(
  controller: Controller<C, P, Own>,
): Template<RuleBody & { readonly inputs: C & P }, Own> => ({
  ...commonTemplate(controller),
  settle: (body, state, ts, _limit, out) => controller.settle(body, body.inputs, body.inputs, state, ts, out),
  next: (_body, { own }) => controller.next(own),
})

/** The measured temperature `t` (NaN while no sensor is known), and whether all sensors are lost. */
export const measure = ({ aggregation, sensors }: Sensors, state: State): { readonly t: number; readonly lost: boolean } => {
  const t = aggregate(aggregation, state.inputs, sensors.length)
  return { t, lost: Number.isNaN(t) && allLost(state.inputs, sensors.length) }
}

interface OutputGroup {
  readonly outputs: readonly string[]
  readonly setPointOut?: string | undefined
}

export const outputsOf = ({ outputs, setPointOut }: OutputGroup): readonly string[] =>
  setPointOut === undefined ? outputs : [...outputs, setPointOut]

/** The output is known to be on, and not by a hold. */
export const isOn = (outlet: Outlet): boolean => outlet.known && !isHeld(outlet) && outlet.last === 1

/** Writes `value` to the group, whose outlets begin at `from`, and the set-point in force to its own output. */
export const writeGroup = (
  body: RuleBody,
  group: OutputGroup,
  state: State,
  from: number,
  value: number,
  setPoint: number,
  ts: number,
  reason: 'REGULATION' | 'SAFE_VALUE',
  out: RuleEffect[],
): void => {
  const to = from + group.outputs.length
  writeOutlets(body, state, from, to, value, ts, reason, out)
  if (group.setPointOut !== undefined)
    writeOutlets(body, state, to, to + 1, round(setPoint, decimalsOf(body, group.setPointOut)), ts, 'SET_POINT', out)
}

const decimalsOf = (body: RuleBody, id: string): number => {
  for (const item of body.interfaces) if (item.id === id) return item.dataType === 'INTEGER' ? 0 : item.decimals
  return 0
}
