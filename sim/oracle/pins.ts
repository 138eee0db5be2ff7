import type { Moment } from './walk.ts'
import type { LifeEntry } from './lives.ts'

/** What the outputs of a rule were sent, by the rule and by people. */
export interface Pin {
  readonly id: string
  /** A boolean as 0 or 1; null: nobody knows. */
  last: number | null
  /** Until when a person has it. */
  heldUntil: number
  /** Since when only the rule decides: no hold, no stop, no failure since. */
  free: number
  /** The rule's own last write, while nobody came between; null: somebody did, or there was none. */
  own: { readonly ts: number; readonly value: number; readonly reason: string } | null
  /** When it was last switched off; -Infinity: it never was on. */
  off: number
}

export const pinsOf = (ids: readonly string[], from: number): ReadonlyMap<string, Pin> =>
  new Map(ids.map(id => [id, { id, last: null, heldUntil: -Infinity, free: from, own: null, off: -Infinity }]))

const DAY = 86_400_000

/** @param binds whether a person's hold binds this rule */
export function follow(
  pins: ReadonlyMap<string, Pin>,
  { input }: Extract<LifeEntry, { kind: 'input' }>,
  { ts, version }: Moment,
  binds: boolean,
): void {
  const disturb = (pin: Pin) => {
    pin.free = Math.max(ts, pin.heldUntil)
    pin.own = null
  }
  if (version) for (const pin of pins.values()) disturb(pin)
  if (input.kind === 'COMMAND') {
    const pin = pins.get(input.interfaceId)
    if (!pin) return
    set(pin, input.value === null ? null : Number(input.value), ts)
    if (binds && input.hold !== null) pin.heldUntil = input.hold === 0 ? ts : ts + Math.min(input.hold, DAY)
    disturb(pin)
    // Left to the rule, it stays as it is until the rule looks again.
    if (binds && !(input.hold !== null && input.hold > 0)) pin.free = Infinity
  }
  if (input.kind !== 'CONFIG') return
  if (input.restart)
    for (const pin of pins.values()) {
      pin.heldUntil = -Infinity
      disturb(pin)
    }
  const unknown = [...(input.outputs ?? []).map(output => output.interfaceId), ...(input.unwritten ?? [])]
  for (const id of unknown) {
    const pin = pins.get(id)
    if (!pin) continue
    pin.last = null
    disturb(pin)
  }
}

export const set = (pin: Pin, value: number | null, ts: number): void => {
  if (pin.last !== null && pin.last !== 0 && value === 0) pin.off = Math.floor(ts)
  pin.last = value
}
