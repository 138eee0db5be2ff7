import type { RuleBody, RuleInterface } from '@steading/contract/rules/body'
import type { Value } from '@steading/contract/devices/interfaces'

/** What can be known of the inputs of a rule, from its history alone. */

export interface Sense {
  readonly id: string
  known: boolean
  /** It was told of as lost, and nothing good came since. */
  lost: boolean
  value: Value
  /** The last good reading; null: none. */
  at: number | null
  /** When it is lost; Infinity: by time alone never. */
  due: number
  /** Good readings since it was lost last, for meters. */
  readings: { readonly ts: number; readonly x: number }[]
}

export const isOnChange = (ruleInterface: RuleInterface): boolean =>
  ruleInterface.every === 0 ||
  ruleInterface.dataType === 'BOOLEAN' ||
  ruleInterface.dataType === 'STRING' ||
  ruleInterface.kind === 'STATE' ||
  ruleInterface.kind === 'COMMAND'

/** ms after which a rule has lost an input that it never heard of; 0: it needs none. */
export const patienceOf = (body: RuleBody): number =>
  'staleAfter' in body.inputs ? body.inputs.staleAfter * 1000 : 'lines' in body.inputs && 'event' in body ? 900_000 : 0

const staleOf = (ruleInterface: RuleInterface, patience: number): number =>
  isOnChange(ruleInterface) ? Infinity : Math.max(patience, 3 * ruleInterface.every * 1000)

export const specOf = (body: RuleBody, id: string): RuleInterface => body.interfaces.find(item => item.id === id)!

const firstDue = (body: RuleBody, id: string, ts: number): number => {
  const patience = patienceOf(body)
  if (patience === 0) return Infinity
  const stale = staleOf(specOf(body, id), patience)
  return ts + Math.max(stale === Infinity ? 0 : stale, patience)
}

export const senseOf = (body: RuleBody, id: string, ts: number): Sense => ({
  id,
  known: false,
  lost: false,
  value: 0,
  at: null,
  due: firstDue(body, id, ts),
  readings: [],
})

export const hear = (sense: Sense, body: RuleBody, value: Value, ts: number): void => {
  sense.known = true
  sense.lost = false
  sense.value = value
  sense.at = ts
  sense.due = ts + staleOf(specOf(body, sense.id), patienceOf(body))
  if (typeof value === 'number') sense.readings.push({ ts, x: value })
}

export const lose = (sense: Sense): void => {
  sense.known = false
  sense.lost = true
  sense.due = Infinity
  sense.readings = []
}

/** After a long stop nothing is known, and there is time again. */
export const forget = (sense: Sense, body: RuleBody, ts: number): void => {
  sense.known = false
  sense.lost = false
  sense.due = firstDue(body, sense.id, ts)
  sense.readings = []
}

/** By another version it may be lost sooner or later; what is stricter counts from that version on. */
export const readopt = (sense: Sense, body: RuleBody, ts: number): void => {
  if (!sense.known) return
  const stale = staleOf(specOf(body, sense.id), patienceOf(body))
  sense.due = Math.max(sense.at! + stale, Math.min(sense.due, ts + stale))
}
