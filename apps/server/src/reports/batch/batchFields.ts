import type { BatchDetails } from '@steading/contract/production/batches'
import type { Kpis } from '@steading/contract/production/figures'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { dateTime, missing, quantity } from '@steading/locales/format'
import { allKpisOfBatch, KPI_KINDS, kpiNote, shownKpi } from '@steading/locales/kpis'
import { animalsPresent, productionClassName, productionTypeName, speciesName } from '@steading/locales/production'
import type { Translate } from '@steading/locales/text'
import type { Sheet, SheetCell } from '../../platform/documents/documents.types.ts'

/** A batch as labels with their values; of what nobody entered nothing is said. */
export function batchFields(batch: BatchDetails, t: Translate): { label: string; value: string }[] {
  const entries: readonly (readonly [label: string, value: string | null | undefined])[] = [
    [t('batch.code'), batch.code],
    [t('batch.complexCode'), batch.complexCode],
    [t('entity.sector'), batch.entity.displayName],
    [t('species.one'), speciesName(batch.species.value, t)],
    [t('genetics.one'), batch.genetics?.displayName],
    [t('batch.openDate'), dateTime(batch.openDate, batch.timeZone, t)],
    [t('batch.closeDate'), batch.closeDate && dateTime(batch.closeDate, batch.timeZone, t)],
    [t('batch.age'), batch.batchAge === null ? null : t('duration.days', { count: batch.batchAge })],
    [t('batch.productionType'), productionTypeName(batch.productionType, t)],
    [t('batch.productionClass'), batch.productionClass && productionClassName(batch.productionClass, t)],
    [t('curve.one'), batch.productionCurve?.displayName],
    [t('entity.usableArea'), quantity(batch.usableArea, 'm²', t)],
    [t('batch.targetWeight'), quantity(batch.targetWeight, 'kg', t, [0, 3])],
  ]
  return entries.flatMap(([label, value]) => (value && value !== missing ? [{ label, value }] : []))
}

/** The first sheet of a workbook about a batch: what it is, and its totals. */
export const batchSheet = (batch: BatchDetails, t: Translate): Sheet => {
  const { timeZone } = batch
  const titles = { open: t('batch.openDate'), close: t('batch.closeDate') }
  const cells = new Map<string, SheetCell>([
    [titles.open, { instant: batch.openDate, timeZone }],
    ...(batch.closeDate === null ? [] : [[titles.close, { instant: batch.closeDate, timeZone }] as const]),
  ])
  const totals: readonly (readonly [title: string, animals: number])[] = [
    [t('batch.entries'), batch.totalEntry],
    [t('batch.exits'), batch.totalExit],
    [t('batch.exitsPending'), batch.totalExitPending],
    [t('batch.deaths'), batch.totalMortality],
    [t('batch.animalsPresent'), animalsPresent(batch)],
  ]
  return {
    name: t('batch.one'),
    columns: [{ title: t('batch.one') }, { title: batch.code }],
    rows: [...batchFields(batch, t).map(({ label, value }) => [label, cells.get(label) ?? value]), ...totals],
  }
}

/** All key figures as numbers with their units; not computable ones are empty. */
export const kpiSheet = (batch: BatchDetails, kpis: Kpis, t: Translate): Sheet => ({
  name: t('kpi.title'),
  columns: [{ title: t('kpi.title') }, { title: t('report.value') }, { title: t('report.unit') }, { title: t('ui.notes') }],
  rows: allKpisOfBatch(batch.species.value, batch.status).map(name => {
    const { value, unit } = shownKpi(name, kpis[name], batch.species.value)
    return [t(KPI_KINDS[name].label), value === NOT_COMPUTABLE ? null : value, unit, kpiNote(name, kpis, t)]
  }),
})
