import type { Batch } from '@steading/contract/production/batches'
import { floorWarning, type FloorWarning, type Stocking } from '@steading/production/density'

/** A warning, and of which moment it is. */
export interface FloorLine {
  readonly at: 'NOW' | 'AFTER_ENTRY' | 'TARGET_WEIGHT'
  readonly warning: FloorWarning
}

type FloorBatch = Pick<Batch, 'usableArea' | 'targetWeight'> & { readonly species: Pick<Batch['species'], 'value'> }

/** What the law says of the animals of a house: at one moment, and once they have grown to their target weight. It never blocks. */
export function floorLines(
  { species, usableArea: area, targetWeight }: FloorBatch,
  { animals, weight }: Pick<Stocking, 'animals' | 'weight'>,
  at: 'NOW' | 'AFTER_ENTRY',
): readonly FloorLine[] {
  const warning = floorWarning(species.value, { animals, weight, area })
  const grown = targetWeight !== null && targetWeight > (weight ?? 0) ? targetWeight : null
  const later = floorWarning(species.value, { animals, weight: grown, area })
  return [...(warning ? [{ at, warning }] : []), ...(later ? [{ at: 'TARGET_WEIGHT' as const, warning: later }] : [])]
}
