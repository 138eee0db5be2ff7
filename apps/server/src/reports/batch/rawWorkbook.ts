import { decimalsOf, unitOf } from '@steading/contract/devices/interfaceShapes'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { DayConsumption } from '@steading/contract/production/figures'
import { round } from '@steading/contract/round'
import { estimateText } from '@steading/locales/kpis'
import { animalMovementWord, feedMovementWord, nameOf } from '@steading/locales/production'
import type { TextKey, Translate } from '@steading/locales/text'
import type { Sheet, SheetCell, Workbook } from '../../platform/documents/documents.types.ts'
import type { RawData } from './batchData.ts'
import { batchSheet } from './batchFields.ts'
import { categoryName } from './summaryDocument.ts'

/** The records of a batch (BATCH_RAW), a sheet a kind; times in the zone of its house. */
export const rawWorkbook = (data: RawData, t: Translate): Workbook => ({
  kind: 'XLSX',
  notation: t.notation,
  sheets: [
    batchSheet(data.batch, t),
    ...animalSheet(data, t),
    ...feedSheet(data, t),
    weighingSheet(data, t),
    consumptionSheet(data, t),
    climateSheet(data, t),
    complianceSheet(data, t),
  ],
})

const statusWord = (pending: boolean, t: Translate) => t(pending ? 'movement.pending' : 'movement.effective')
const timeTitle = ({ batch }: RawData, t: Translate) => `${t('movement.time')} (${batch.timeZone})`

function animalSheet(data: RawData, t: Translate): Sheet[] {
  const { animals, batch } = data
  if (!animals) return []
  return [
    {
      name: t('nav.animalMovements'),
      columns: [
        { title: timeTitle(data, t) },
        { title: t('movement.type') },
        { title: t('movement.number'), decimals: 0 },
        { title: `${t('movement.loadWeight')} (kg)` },
        { title: `${t('movement.age')} (d)`, decimals: 0 },
        { title: t('deathReason.one') },
        { title: t('movement.otherBatch') },
        { title: t('movement.description') },
        { title: t('event.status.label') },
        { title: t('ui.createdBy') },
      ],
      rows: animals.map(row => [
        { instant: row.at.toISOString(), timeZone: batch.timeZone },
        animalMovementWord({ action: row.action, actionType: row.action_type }, t),
        row.number,
        row.weight,
        row.age,
        row.deathReason && nameOf(row.deathReason, t.language),
        row.inverse?.code ?? null,
        row.type_description,
        statusWord(row.pending, t),
        row.createdBy?.shortName ?? null,
      ]),
    },
  ]
}

function feedSheet(data: RawData, t: Translate): Sheet[] {
  const { feed, batch } = data
  if (!feed) return []
  return [
    {
      name: t('nav.feedMovements'),
      columns: [
        { title: timeTitle(data, t) },
        { title: t('movement.type') },
        { title: t('feed.type') },
        { title: `${t('feed.weight')} (kg)` },
        { title: t('feed.factory') },
        { title: t('movement.otherBatch') },
        { title: t('feed.silo') },
        { title: t('movement.description') },
        { title: t('event.status.label') },
        { title: t('ui.createdBy') },
      ],
      rows: feed.map(row => [
        { instant: row.at.toISOString(), timeZone: batch.timeZone },
        feedMovementWord({ action: row.action, actionType: row.action_type }, t),
        row.feedType && nameOf(row.feedType, t.language),
        row.weight,
        row.feedFactory?.displayName ?? null,
        row.inverse?.code ?? null,
        row.silo?.displayName ?? null,
        row.type_description,
        statusWord(row.pending, t),
        row.createdBy?.shortName ?? null,
      ]),
    },
  ]
}

const METHODS = { MANUAL: 'weighing.byHand', SCALE: 'weighing.byScale' } as const satisfies Record<string, TextKey>

function weighingSheet(data: RawData, t: Translate): Sheet {
  return {
    name: t('nav.weighings'),
    columns: [
      { title: timeTitle(data, t) },
      { title: `${t('movement.age')} (d)`, decimals: 0 },
      { title: t('movement.number'), decimals: 0 },
      { title: `${t('movement.loadWeight')} (kg)` },
      { title: `${t('movement.average')} (kg)`, decimals: 3 },
      { title: `${t('weighing.cv')} (%)`, decimals: 2 },
      { title: `${t('weighing.curveWeight')} (kg)`, decimals: 3 },
      { title: `${t('weighing.deviation')} (%)`, decimals: 1 },
      { title: t('weighing.method') },
      { title: t('ui.notes') },
    ],
    rows: data.weighings.map(row => [
      { instant: row.timestamp, timeZone: row.timeZone },
      row.age,
      row.number,
      row.totalWeight,
      row.average,
      row.cv,
      row.curveWeight,
      row.curveDeviation,
      t(METHODS[row.method]),
      row.notes,
    ]),
  }
}

const SOURCES = {
  SILO: 'feed.silo',
  FEED_COUNTER: 'batch.feedInterfaces',
  STOCK: 'report.stock',
} as const satisfies Record<NonNullable<DayConsumption['source']>, TextKey>

/** A figure that may not be computable. */
export const figureCell = (value: number | null): SheetCell => (value === NOT_COMPUTABLE ? null : value)

/** Where the feed of a day comes from, and why it is an estimate. */
function sourceText(day: DayConsumption, t: Translate): string | null {
  if (day.source === null) return null
  const estimate = estimateText(day, t)
  return estimate === undefined ? t(SOURCES[day.source]) : `${t(SOURCES[day.source])} (${estimate})`
}

const consumptionSheet = ({ consumption }: RawData, t: Translate): Sheet => ({
  name: t('kpi.dailyUse'),
  columns: [
    { title: t('movement.day') },
    { title: `${t('movement.age')} (d)`, decimals: 0 },
    { title: `${t('feed.one')} (kg)` },
    { title: `${t('report.water')} (L)` },
    { title: `${t('kpi.feedPerAnimalDay')} (kg)`, decimals: 3 },
    { title: `${t('kpi.waterPerAnimalDay')} (L)`, decimals: 3 },
    { title: t('report.source') },
  ],
  rows: consumption.map(day => [
    { day: day.day },
    day.age,
    day.feedKg,
    day.waterL,
    figureCell(day.perAnimal.feed),
    figureCell(day.perAnimal.water),
    sourceText(day, t),
  ]),
})

const climateSheet = ({ batch, climate }: RawData, t: Translate): Sheet => ({
  name: t('report.climate'),
  columns: [
    { title: `${t('report.hour')} (${batch.timeZone})` },
    ...climate.sensors.map(({ name, category }) => {
      return { title: `${name} (${unitOf(category, null)?.symbol ?? ''})`, decimals: decimalsOf(category, null) }
    }),
  ],
  // Means have as many decimals as readings on a screen.
  rows: climate.hours.map(({ at, values }) => [
    { instant: new Date(at).toISOString(), timeZone: batch.timeZone },
    ...values.map((value, index) => (value === null ? null : round(value, decimalsOf(climate.sensors[index]!.category, null)))),
  ]),
})

const complianceSheet = ({ environment }: RawData, t: Translate): Sheet => ({
  name: t('report.compliance'),
  columns: [
    { title: t('report.category') },
    { title: t('report.coverage'), decimals: 1 },
    { title: t('report.inside'), decimals: 1 },
  ],
  rows: environment.map(({ category, coverage, compliance }) => [
    categoryName(category, t),
    figureCell(coverage),
    figureCell(compliance),
  ]),
})
