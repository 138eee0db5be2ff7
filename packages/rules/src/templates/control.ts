import type { RuleBody } from '@steading/contract/rulebody'
import type { Value } from '@steading/contract/interfaces'
import { aggregate, allLost } from '../aggregate.ts'
import type { Intent } from '../intent.ts'
import { isHeld, write } from '../outlets.ts'
import type { Outlet } from '../outlets.ts'
import { round } from '../round.ts'
import type { State } from '../state.ts'
import { SECOND } from '../time.ts'
import type { Template } from './template.ts'

/** What control templates share. */

export interface Sensors {
  readonly sensors: readonly string[]
  readonly aggregation: 'AVG' | 'MIN' | 'MAX'
  readonly staleAfter: number
}

/** How outputs follow sensors and set-points `P`, wherever these come from; `C` are its other inputs. */
export interface Controller<C extends Sensors, P, Own> {
  readonly writes: (c: C) => readonly string[]
  readonly initial: () => Own
  readonly settle: (body: RuleBody, c: C, points: P, state: State<Own>, ts: number, out: Intent[]) => void
  readonly next: (own: Own) => number
  readonly commanded?: (c: C, state: State<Own>, interfaceId: string, value: Value | null, ts: number) => boolean
  readonly restarted?: (own: Own, ts: number) => void
}

type Common<B, Own> = Pick<
  Required<Template<B, Own>>,
  'reads' | 'sensors' | 'writes' | 'staleAfter' | 'initial' | 'commanded' | 'restarted'
>

/** All of a template that does not depend on the set-points. */
export const groupOf = <C extends Sensors, P, Own>(of: Controller<C, P, Own>): Common<{ readonly inputs: C }, Own> => ({
  reads: body => body.inputs.sensors,
  sensors: body => body.inputs.sensors.length,
  writes: body => of.writes(body.inputs),
  staleAfter: body => body.inputs.staleAfter * SECOND,
  initial: of.initial,
  commanded: (body, state, interfaceId, value, ts) => of.commanded?.(body.inputs, state, interfaceId, value, ts) ?? false,
  restarted: (_body, { own }, ts) => of.restarted?.(own, ts),
})

/** The template whose set-points stand among its inputs. */
export const fixed = <C extends Sensors, P, Own>(
  of: Controller<C, P, Own>,
): Template<RuleBody & { readonly inputs: C & P }, Own> => ({
  ...groupOf(of),
  settle: (body, state, ts, _limit, out) => of.settle(body, body.inputs, body.inputs, state, ts, out),
  next: (_body, { own }) => of.next(own),
})

/** What the sensors say: NaN while none is known, and whether none is to be waited for either. */
export const measure = ({ aggregation, sensors }: Sensors, state: State): { readonly t: number; readonly lost: boolean } => {
  const t = aggregate(aggregation, state.inputs, sensors.length)
  return { t, lost: Number.isNaN(t) && allLost(state.inputs, sensors.length) }
}

interface Group {
  readonly outputs: readonly string[]
  readonly setPointOut?: string | undefined
}

export const outputsOf = ({ outputs, setPointOut }: Group): readonly string[] =>
  setPointOut === undefined ? outputs : [...outputs, setPointOut]

/** The output is known to be on by the rule's own doing. */
export const isOn = (of: Outlet): boolean => of.known && !isHeld(of) && of.last === 1

/** Writes `value` to the group, whose outlets begin at `from`, and the set-point in force to its own output. */
export const drive = (
  body: RuleBody,
  group: Group,
  state: State,
  from: number,
  value: number,
  setPoint: number,
  ts: number,
  reason: 'REGULATION' | 'SAFE_VALUE',
  out: Intent[],
): void => {
  const to = from + group.outputs.length
  write(body, state, from, to, value, ts, reason, out)
  if (group.setPointOut !== undefined)
    write(body, state, to, to + 1, round(setPoint, decimalsOf(body, group.setPointOut)), ts, 'SET_POINT', out)
}

const decimalsOf = (body: RuleBody, id: string): number => {
  for (const of of body.interfaces) if (of.id === id) return of.dataType === 'INTEGER' ? 0 : of.decimals
  return 0
}
