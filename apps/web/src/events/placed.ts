import type { Cause } from '@steading/contract/events'

/** The conditions of a card, their sensors with the place in their names where they stand at several. */
export const placed = (causes: readonly Cause[]): Cause[] =>
  new Set(causes.map(one => one.place)).size > 1
    ? causes.map(one => (one.place ? { ...one, interfaceName: `${one.interfaceName} (${one.place})` } : one))
    : [...causes]
