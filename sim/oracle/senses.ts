import type { RuleBody, RuleInterface } from '@steading/contract/rulebody'
import type { Value } from '@steading/contract/interfaces'

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

export const isOnChange = (of: RuleInterface): boolean =>
  of.every === 0 || of.dataType === 'BOOLEAN' || of.dataType === 'STRING' || of.kind === 'STATE' || of.kind === 'COMMAND'

/** ms after which a rule has lost an input that it never heard of; 0: it needs none. */
export const patienceOf = (body: RuleBody): number =>
  'staleAfter' in body.inputs ? body.inputs.staleAfter * 1000 : 'lines' in body.inputs && 'event' in body ? 900_000 : 0

const staleOf = (of: RuleInterface, patience: number): number =>
  isOnChange(of) ? Infinity : Math.max(patience, 3 * of.every * 1000)

export const specOf = (body: RuleBody, id: string): RuleInterface => body.interfaces.find(one => one.id === id)!

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

export const hear = (one: Sense, body: RuleBody, value: Value, ts: number): void => {
  one.known = true
  one.lost = false
  one.value = value
  one.at = ts
  one.due = ts + staleOf(specOf(body, one.id), patienceOf(body))
  if (typeof value === 'number') one.readings.push({ ts, x: value })
}

export const lose = (one: Sense): void => {
  one.known = false
  one.lost = true
  one.due = Infinity
  one.readings = []
}

/** After a long stop nothing is known, and there is time again. */
export const forget = (one: Sense, body: RuleBody, ts: number): void => {
  one.known = false
  one.lost = false
  one.due = firstDue(body, one.id, ts)
  one.readings = []
}

/** By another version it may be lost sooner or later; what is stricter counts from that version on. */
export const readopt = (one: Sense, body: RuleBody, ts: number): void => {
  if (!one.known) return
  const stale = staleOf(specOf(body, one.id), patienceOf(body))
  one.due = Math.max(one.at! + stale, Math.min(one.due, ts + stale))
}
