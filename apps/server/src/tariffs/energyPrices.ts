import { localDate, tariffSpans } from '@steading/production/tariffs/tariffPeriods'
import type { PeriodSpan } from '@steading/production/tariffs/tariffPeriods'
import { sql } from 'kysely'
import { usableEntries } from '../books/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { offsetIn, tariffFields, tariffStore } from './tariffs.ts'
import type { TariffFields } from './tariffs.ts'

/** Prices of 1 kWh in one currency, by spans in ascending order; times without a price are left out. */
export interface EnergyPrices {
  readonly currency: string
  readonly spans: readonly PeriodSpan[]
}

/**
 * What electricity costs at an entity between two instants (ms), by the active tariffs of the nearest entity at or above it that has any
 * for that time; null: none has. The caller sees no tariff beyond their reach.
 */
export async function energyPrices(
  work: UnitOfWork,
  entityId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<EnergyPrices | null> {
  const entries = await usableEntries(work, tariffStore, { entityId })
  const depths = await depthsOf(
    work,
    entries.flatMap(entry => entry.entity_id ?? []),
  )
  const candidates = entries.map(entry => ({ depth: depths.get(entry.entity_id ?? '') ?? 0, fields: tariffFields(entry.fields) }))
  for (const depth of [...new Set(candidates.map(candidate => candidate.depth))].toSorted((a, b) => b - a)) {
    const prices = pricesOf(
      candidates.filter(candidate => candidate.depth === depth).map(({ fields }) => fields),
      from,
      to,
    )
    if (prices) return prices
  }
  return null
}

/** Tariffs that follow one another: each applies until the next begins. Those in another currency than the last are left out. */
export function pricesOf(tariffs: readonly TariffFields[], from: number, to: number): EnergyPrices | null {
  const ascending = tariffs.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom))
  const withSpans = ascending.map(tariff => {
    const offsetAt = offsetIn(tariff.timeZone)
    return { tariff, offsetAt, spans: tariffSpans(tariff, from, to, offsetAt).filter(({ period }) => period !== null) }
  })
  const currency = withSpans.findLast(({ spans }) => spans.length > 0)?.tariff.currency
  if (currency === undefined) return null
  const inCurrency = withSpans.filter(({ tariff }) => tariff.currency === currency)
  const spans = inCurrency.flatMap(({ offsetAt, spans: own }, index) => {
    const next = inCurrency[index + 1]?.tariff.validFrom
    return next === undefined ? own : own.filter(span => localDate(span.from, offsetAt) < next)
  })
  return { currency, spans: spans.toSorted((a, b) => a.from - b.from) }
}

/** Depths in the tree, also of entities above the caller's scope. */
const depthsOf = (work: UnitOfWork, ids: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  work.withSystemScope(async systemWork => {
    if (ids.length === 0) return new Map()
    const rows = await systemWork.sql
      .selectFrom('entities')
      .select(['id', sql<number>`nlevel(path)`.as('depth')])
      .where('id', 'in', [...new Set(ids)])
      .execute()
    return new Map(rows.map(({ id, depth }) => [id, depth]))
  })
