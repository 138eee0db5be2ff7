import { tariffBook } from '@steading/contract/tariffs/tariffs'
import type { TariffCycle, TariffRules } from '@steading/contract/tariffs/tariffs'
import { mergeLines, overlappingCycle } from '@steading/production/tariffs/tariffGaps'
import type { OffsetAt } from '@steading/production/tariffs/tariffPeriods'
import { bookOf } from '../books/index.ts'
import { invalid } from '../platform/failures.ts'
import { utcOffsetMinutes } from '../platform/time/zoneOffsets.ts'

/** A tariff as it is stored, beside its name. */
export type TariffFields = TariffRules & { readonly displayName: string; readonly currency: string; readonly timeZone: string }

/** The fields of a stored tariff. */
export const tariffFields = (fields: unknown): TariffFields => fields as TariffFields // safe: the contract checked them before they were stored

/** The offset of the zone of a tariff. */
export const offsetIn =
  (zone: string): OffsetAt =>
  at =>
    utcOffsetMinutes(zone, at)

/** The year by which the seasons of a tariff are compared with months: each year has the same pattern. */
export const yearOf = ({ validFrom }: Pick<TariffRules, 'validFrom'>): number => Number(validFrom.slice(0, 4))

export const tariffStore = bookOf(tariffBook, {
  table: 'tariffs',
  objectType: 'tariff',
  searched: ['displayName'],
  json: ['holidays', 'cycles'],
  normalize: fields => {
    const { holidays, cycles } = tariffFields(fields)
    return {
      ...fields,
      holidays: [...new Set(holidays)].toSorted(),
      cycles: cycles.map((cycle): TariffCycle => ({ ...cycle, lines: mergeLines(cycle.lines) })),
    }
  },
  check: (_work, fields) => {
    const { validFrom, validTo, timeZone, cycles, ...rest } = tariffFields(fields)
    if (validTo !== null && validTo < validFrom) throw invalid('validTo', 'endBeforeStart')
    const overlap = overlappingCycle(cycles, yearOf({ ...rest, validFrom }), offsetIn(timeZone))
    if (overlap !== undefined) throw invalid(`cycles.${overlap}.season`, 'cyclesOverlap')
    return Promise.resolve()
  },
})
