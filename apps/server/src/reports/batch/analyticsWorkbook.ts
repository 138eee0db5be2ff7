import { round } from '@steading/contract/round'
import type { Translate } from '@steading/locales/text'
import type { Sheet, Workbook } from '../../platform/documents/documents.types.ts'
import type { AnalysisData } from './batchData.ts'
import { batchSheet, kpiSheet } from './batchFields.ts'
import { figureCell } from './rawWorkbook.ts'

/** What the analytics page shows of a batch: key figures, growth against the curve and mortality, feed and water of each day. */
export const analyticsWorkbook = (data: AnalysisData, t: Translate): Workbook => ({
  kind: 'XLSX',
  notation: t.notation,
  sheets: [batchSheet(data.batch, t), kpiSheet(data.batch, data.kpis, t), growthSheet(data, t), dailySheet(data, t)],
})

function growthSheet({ evolution, mortality }: AnalysisData, t: Translate): Sheet {
  const mortalityOn = new Map(mortality.map(({ day, value }) => [day, value]))
  return {
    name: t('kpi.growth'),
    columns: [
      { title: t('movement.day') },
      { title: `${t('movement.age')} (d)`, decimals: 0 },
      { title: `${t('kpi.weighed')} (kg)`, decimals: 3 },
      { title: `${t('weighing.curveWeight')} (kg)`, decimals: 3 },
      { title: `${t('weighing.deviation')} (%)`, decimals: 1 },
      { title: t('batch.animalsPresent'), decimals: 0 },
      { title: `${t('kpi.mortality')} (%)`, decimals: 2 },
    ],
    rows: evolution.map(({ day, age, weight, curveWeight, balance }) => [
      { day },
      age,
      weight,
      curveWeight,
      weight === null || !curveWeight ? null : round((100 * (weight - curveWeight)) / curveWeight, 1),
      balance,
      mortalityOn.get(day) ?? null,
    ]),
  }
}

/** Feed and water of each day, what they differ from the curve, and the running totals. */
function dailySheet({ consumption, difference, feedTotals, waterTotals }: AnalysisData, t: Translate): Sheet {
  const kinds = [
    { word: `${t('feed.one')} (kg)`, member: 'feedKg', each: 'feed', totals: feedTotals },
    { word: `${t('report.water')} (L)`, member: 'waterL', each: 'water', totals: waterTotals },
  ] as const
  return {
    name: t('kpi.dailyUse'),
    columns: [
      { title: t('movement.day') },
      { title: `${t('movement.age')} (d)`, decimals: 0 },
      ...kinds.flatMap(({ word, each }) => [
        { title: word },
        { title: t(each === 'feed' ? 'kpi.feedPerAnimalDay' : 'kpi.waterPerAnimalDay'), decimals: 3 },
        { title: t('report.difference', { what: word }), decimals: 1 },
        { title: t('report.accumulated', { what: word }), decimals: 1 },
        { title: t('report.byCurve', { what: t('report.accumulated', { what: word }) }), decimals: 1 },
      ]),
    ],
    rows: consumption.map((day, index) => [
      { day: day.day },
      day.age,
      ...kinds.flatMap(({ member, each, totals }) => [
        day[member],
        figureCell(day.perAnimal[each]),
        difference[index]?.[member] ?? null,
        totals[index]?.total ?? null,
        totals[index]?.curveTotal ?? null,
      ]),
    ]),
  }
}
