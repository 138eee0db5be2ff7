import type { CategoryId } from '@steading/contract/devices/categories'
import type { Meter } from '@steading/rules/inputs/counter'

/** Largest plausible increment of a register of a whole farm in a minute; more is a fault of the meter or of the line. */
const METERS: Partial<Record<CategoryId, Meter>> = {
  WATER_COUNTER: { maxRate: 2_000 },
  MILK_COUNTER: { maxRate: 500 },
  FEED_COUNTER: { maxRate: 1_000 },
  ANIMAL_COUNTER: { maxRate: 1_000 },
  ENERGY_METER: { maxRate: 40 },
}

/**
 * The meter of an interface: its own setting, otherwise that of its category. A calculated register (with an `operation`) has
 * neither bound nor modulus: its sources were judged by theirs.
 */
export const meterOf = (
  category: CategoryId,
  own: { readonly modulus: number | null; readonly max_rate: number | null; readonly operation: string | null },
): Meter =>
  own.operation === null
    ? { modulus: own.modulus ?? undefined, maxRate: own.max_rate ?? METERS[category]?.maxRate }
    : { calculated: true }
