import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { KpiName, Kpis } from '@steading/contract/production/figures'
import type { BatchDetails } from '@steading/contract/production/batches'
import { round } from '@steading/contract/round'
import { date } from '@steading/locales/format'
import { isKpiOf, isSumOfDays, KPI_KINDS, KPI_ORDER, measuredShare, shownKpi } from '@steading/locales/kpis'
import { animalsPresent, speciesName } from '@steading/locales/production'
import { presentBatchDetails } from '../../batches/index.ts'
import { readFreshBatches } from '../../batchFigures/index.ts'
import type { World } from '../../platform/world.ts'
import type { ReportRequest } from './reportRequest.ts'
import type { Row, TableReport } from './tableReport.ts'

interface ComparedBatch {
  readonly batch: BatchDetails
  readonly kpis: Kpis
}

/** BATCH_COMPARISON: the key figures of several batches side by side. @throws NotFound for a batch out of reach */
export async function comparisonReport(world: World, request: ReportRequest): Promise<TableReport> {
  const { t, actor, batchIds, displayName, progress } = request
  const compared = await readFreshBatches(world, actor, { ids: batchIds, withEnvironment: false }, async (work, batches) => {
    const read: ComparedBatch[] = []
    for (const { batch, kpis } of batches) {
      read.push({ batch: await presentBatchDetails(work, batch, world.texts), kpis })
      progress(read.length / batchIds.length)
    }
    return read
  })
  const fact = (label: string, value: (batch: BatchDetails) => string | number | null): Row => [
    label,
    '',
    ...compared.map(({ batch }) => value(batch)),
  ]
  const rows: Row[] = [
    fact(t('entity.sector'), ({ entity }) => entity.displayName),
    fact(t('species.one'), ({ species }) => speciesName(species.value, t)),
    fact(t('batch.openDate'), ({ openDate, timeZone }) => date(openDate, timeZone, t)),
    fact(t('batch.closeDate'), ({ closeDate, timeZone }) => closeDate && date(closeDate, timeZone, t)),
    fact(t('batch.animalsPresent'), animalsPresent),
    ...KPI_ORDER.filter(name => compared.some(({ batch }) => isKpiOf(name, batch.species.value))).flatMap((name): Row[] => {
      const { unit, values } = comparedValues(name, compared)
      const label = t(KPI_KINDS[name].label)
      const row = [label, unit, ...values]
      if (!isSumOfDays(name)) return [row]
      return [row, [t('kpi.measuredShare', { what: label }), '%', ...compared.map(({ kpis }) => measuredShare(name, kpis))]]
    }),
  ]
  return {
    title: displayName,
    subtitle: t('report.type.batchComparison'),
    figures: [],
    columns: [
      { title: t('kpi.title') },
      { title: t('report.unit') },
      ...compared.map(({ batch }) => ({ title: batch.code, isNumeric: true })),
    ],
    async *rows() {
      yield rows
    },
  }
}

/** Decimals of a weight of poultry in kg: the same gram. */
const GRAMS = 3

/** A KPI of each batch, in one unit: where their species are shown in different ones, that of the KPI itself. */
function comparedValues(name: KpiName, compared: readonly ComparedBatch[]) {
  const shown = compared.map(({ batch, kpis }) => shownKpi(name, kpis[name], batch.species.value))
  const units = new Set(shown.map(({ unit }) => unit))
  const values =
    units.size > 1
      ? compared.map(({ kpis }) => (kpis[name] === NOT_COMPUTABLE ? NOT_COMPUTABLE : round(kpis[name], GRAMS)))
      : shown.map(({ value }) => value)
  return {
    unit: units.size > 1 ? KPI_KINDS[name].unit : (shown[0]?.unit ?? ''),
    values: values.map(value => (value === NOT_COMPUTABLE ? null : value)),
  }
}
