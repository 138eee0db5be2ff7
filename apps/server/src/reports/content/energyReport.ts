import { CATEGORIES } from '@steading/contract/devices/categories'
import { round } from '@steading/contract/round'
import { quantity } from '@steading/locales/format'
import { sumCosts } from '@steading/production/tariffs/energyCost'
import type { EnergyCost } from '@steading/production/tariffs/energyCost'
import { listInterfaces } from '../../interfaces/index.ts'
import type { World } from '../../platform/world.ts'
import { meterCost } from '../../tariffs/index.ts'
import type { MeterCost } from '../../tariffs/index.ts'
import type { ReportRequest } from './reportRequest.ts'
import { periodText, spanOf } from './reportRequest.ts'
import type { Row, TableReport } from './tableReport.ts'

const { decimals: DECIMALS } = CATEGORIES.ENERGY_METER
const KWH = 'kWh'

/** Decimals of amounts of money, and of prices. */
const CENTS = 2
const PRICE = 4

/** ENERGY_COST: energy and cost of each electricity meter by tariff period, with sums by meter and by currency. */
export async function energyReport({ db, config }: World, request: ReportRequest): Promise<TableReport> {
  const { t, displayName, actor, entityIds, progress } = request
  const span = spanOf(request)
  const found = await db.work(actor, work => listInterfaces(work, { entityIds, category: 'ENERGY_METER', hidden: false }))
  const meters: { readonly place: string; readonly name: string; readonly cost: MeterCost }[] = []
  for (const [index, { id, entity, displayName: name }] of found.entries()) {
    const meter = { id, entityId: entity.id, timeZone: actor.timeZone }
    const cost = await db.work(actor, work => meterCost(work, config.RETENTION, meter, span))
    if (cost.periods.length > 0) meters.push({ place: entity.displayName, name, cost })
    progress((index + 1) / found.length)
  }
  meters.sort((a, b) => a.place.localeCompare(b.place, t.language) || a.name.localeCompare(b.name, t.language))
  const sums = sumsByCurrency(meters.map(({ cost }) => cost))
  const energy = sums.reduce((all, { kWh }) => all + kWh, 0)
  const unpriced = sums.reduce((all, { unpricedKWh }) => all + unpricedKWh, 0)
  return {
    title: displayName,
    subtitle: `${t('report.type.energyCost')} · ${periodText(request)}`,
    figures: [
      ...sums.flatMap(({ cost, currency }) =>
        cost === null || currency === null ? [] : [{ label: t('report.cost'), value: quantity(cost, currency, t, CENTS) }],
      ),
      { label: t('report.energy'), value: quantity(energy, KWH, t, [0, DECIMALS]) },
      ...(round(unpriced, DECIMALS) > 0
        ? [{ label: t('report.unpriced'), value: quantity(unpriced, KWH, t, [0, DECIMALS]) }]
        : []),
    ],
    columns: [
      { title: t('entity.generic') },
      { title: t('category.energyMeter') },
      { title: t('tariff.period.label') },
      { title: `${t('report.energy')} (${KWH})`, decimals: DECIMALS, isNumeric: true },
      { title: t('tariff.price'), decimals: PRICE, isNumeric: true },
      { title: t('report.cost'), decimals: CENTS, isNumeric: true },
      { title: t('tariff.currency') },
    ],
    async *rows() {
      for (const { place, name, cost } of meters) {
        const { periods, currency } = cost
        const rows = periods.map((period): Row => [
          place,
          name,
          period.displayName ?? t('tariff.period.none'),
          round(period.kWh, DECIMALS),
          period.value,
          period.cost,
          period.cost === null ? null : currency,
        ])
        yield periods.length > 1 ? [...rows, [place, name, t('report.total'), ...sumCells(cost)]] : rows
      }
      if (meters.length > 1) yield sums.map((sum): Row => [t('report.total'), null, null, ...sumCells(sum)])
    },
  }
}

/** Sums of meters with one currency; those without a tariff are the last. */
function sumsByCurrency(costs: readonly MeterCost[]): MeterCost[] {
  const currencies = [...new Set(costs.map(({ currency }) => currency))].toSorted((a, b) =>
    a === null ? 1 : b === null ? -1 : a.localeCompare(b),
  )
  return currencies.map(currency => ({ ...sumCosts(costs.filter(cost => cost.currency === currency)), currency }))
}

const sumCells = ({ kWh, cost, currency }: EnergyCost & Pick<MeterCost, 'currency'>): Row => [
  round(kWh, DECIMALS),
  null,
  cost,
  cost === null ? null : currency,
]
