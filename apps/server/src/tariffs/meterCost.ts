import { energyCost } from '@steading/production/tariffs/energyCost'
import type { EnergyBucket, EnergyCost } from '@steading/production/tariffs/energyCost'
import { retainedSince } from '../platform/config/retention.ts'
import type { Retention } from '../platform/config/retention.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { bucketValues } from '../readings/index.ts'
import { energyPrices } from './energyPrices.ts'

const HOUR = 3_600_000

/** Cost of the energy of a meter; currency null: no tariff applies. */
export type MeterCost = EnergyCost & { readonly currency: string | null }

/**
 * What the energy of a meter cost between two instants (ms), by the tariff of its entity. Before the retention of 5-minute values
 * hours are counted, without a price: an hour may have two.
 */
export async function meterCost(
  work: UnitOfWork,
  retention: Retention,
  { id, entityId, timeZone }: { readonly id: string; readonly entityId: string; readonly timeZone: string },
  { from, to }: { readonly from: number; readonly to: number },
): Promise<MeterCost> {
  const fineSince = retainedSince(retention, 'rollups_5m', work.now.getTime())
  const pricedFrom = from >= fineSince ? from : Math.min(to, Math.ceil(fineSince / HOUR) * HOUR)
  const bucketsIn = async (span: { from: number; to: number }, resolution: 'HOUR' | 'FIVE_MIN'): Promise<EnergyBucket[]> => {
    const [read] = await bucketValues(work, retention, { ids: [id], zone: timeZone, span, resolution })
    return read?.times.map((at, index) => ({ at, kWh: read.values[index] ?? 0 })) ?? []
  }
  const old = await bucketsIn({ from, to: pricedFrom }, 'HOUR')
  const fine = await bucketsIn({ from: pricedFrom, to }, 'FIVE_MIN')
  const prices = pricedFrom < to ? await energyPrices(work, entityId, { from: pricedFrom, to }) : null
  return { ...energyCost([...old, ...fine], prices?.spans ?? []), currency: prices?.currency ?? null }
}
