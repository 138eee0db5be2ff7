import { categoryKey } from '@steading/contract/devices/categories'
import type { CategoryId } from '@steading/contract/devices/categories'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { date, dateTime, missing, number } from '@steading/locales/format'
import { KPI_KINDS, kpiNote, kpisOfBatch, kpiText } from '@steading/locales/kpis'
import { animalsPresent, figureText, massUnit, mortality, nameOf, speciesName } from '@steading/locales/production'
import type { TextKey, Translate } from '@steading/locales/text'
import type { PdfBlock, PdfDocument } from '../../platform/documents/documents.types.ts'
import type { SummaryData } from './batchData.ts'
import { batchFields } from './batchFields.ts'

/** The report of a batch (BATCH_SUMMARY): what it is, how it went, week by week, and why animals died. `zone`: of the reader. */
export function summaryDocument(data: SummaryData, t: Translate, zone: string): PdfDocument {
  const { batch, createdAt } = data
  return {
    kind: 'PDF',
    title: t('report.batch'),
    subtitle: [batch.complexCode, speciesName(batch.species.value, t), batch.entity.displayName].join(' · '),
    footer: t('report.created', { at: dateTime(createdAt, zone, t), zone }),
    language: t.language,
    notation: t.notation,
    blocks: [
      { kind: 'FIELDS', title: t('batch.one'), items: batchFields(batch, t) },
      totals(data, t),
      keyFigures(data, t),
      ...growth(data, t),
      ...weekly(data, t),
      ...deaths(data, t),
      ...feed(data, t),
      ...climate(data, t),
    ],
  }
}

function totals({ batch }: SummaryData, t: Translate): PdfBlock {
  const share = figureText(mortality(batch), '%', 2, t)
  return {
    kind: 'FIELDS',
    title: t('batch.totals'),
    items: [
      ...(batch.status === 'OPEN' ? [{ label: t('batch.animalsPresent'), value: number(animalsPresent(batch), t, 0) }] : []),
      { label: t('batch.entries'), value: number(batch.totalEntry, t, 0) },
      { label: t('batch.exits'), value: number(batch.totalExit, t, 0) },
      {
        label: t('batch.deaths'),
        value: share === missing ? number(batch.totalMortality, t, 0) : `${number(batch.totalMortality, t, 0)} (${share})`,
      },
      ...(batch.totalExitPending > 0 ? [{ label: t('batch.exitsPending'), value: number(batch.totalExitPending, t, 0) }] : []),
    ],
  }
}

const keyFigures = ({ batch, kpis }: SummaryData, t: Translate): PdfBlock => ({
  kind: 'FIELDS',
  title: t('kpi.title'),
  items: kpisOfBatch(batch.species.value, batch.status).map(name => {
    const note = kpiNote(name, kpis, t)
    const value = kpiText(name, kpis, batch.species.value, t)
    return { label: t(KPI_KINDS[name].label), value: note === null ? value : `${value} (${note})` }
  }),
})

/** Weights beside the curve; nothing without either. */
function growth({ batch, evolution }: SummaryData, t: Translate): PdfBlock[] {
  const { unit, factor } = massUnit(batch.species.value)
  const points = (member: 'weight' | 'curveWeight') =>
    evolution.flatMap(point => {
      const kg = point[member]
      return kg === null ? [] : [[point.age, kg * factor] as const]
    })
  const weighed = points('weight')
  const curve = points('curveWeight')
  if (weighed.length === 0 && curve.length < 2) return []
  return [
    {
      kind: 'CHART',
      title: t('kpi.growth'),
      xTitle: `${t('curve.age')} (d)`,
      yTitle: unit,
      series: [
        { name: t('kpi.weighed'), form: 'DOTS' as const, points: weighed },
        { name: t('curve.one'), form: 'DASHED' as const, points: curve },
      ].filter(series => series.points.length > 0),
    },
  ]
}

function weekly({ batch, weeks }: SummaryData, t: Translate): PdfBlock[] {
  if (weeks.length === 0) return []
  const { unit, factor, decimals } = massUnit(batch.species.value)
  const weight = (kg: number | null) => number(kg === null ? null : kg * factor, t, decimals)
  const figure = (value: number | null, places: number) => (value === NOT_COMPUTABLE ? missing : number(value, t, places))
  const column = (title: string) => ({ title, isNumeric: true })
  return [
    {
      kind: 'TABLE',
      title: t('report.weekly'),
      columns: [
        { title: t('report.week') },
        { title: t('report.until') },
        column(`${t('movement.age')} (d)`),
        column(t('batch.animals')),
        column(t('batch.deaths')),
        column(`${t('kpi.mortality')} (%)`),
        column(`${t('kpi.weighed')} (${unit})`),
        column(`${t('report.curve')} (${unit})`),
        column(`${t('feed.one')} (kg)`),
        column(`${t('report.feedEach')} (g)`),
        column(`${t('report.water')} (L)`),
      ],
      rows: weeks.map(week => [
        number(week.week, t, 0),
        date(`${week.to}T00:00:00Z`, 'UTC', t),
        number(week.age, t, 0),
        number(week.animals, t, 0),
        number(week.deaths, t, 0),
        figure(week.mortality, 2),
        weight(week.weight),
        weight(week.curveWeight),
        number(week.feedKg, t, 0),
        figure(perDay(week.feedPerAnimalDay), 0),
        number(week.waterL, t, 0),
      ]),
    },
  ]
}

/** kg to g; what is not computable stays so. */
const perDay = (kg: number | null) => (kg === null || kg === NOT_COMPUTABLE ? kg : kg * 1000)

const shareOf = (part: number, whole: number, t: Translate) =>
  whole > 0 ? `${number((100 * part) / whole, t, 1)}\u00a0%` : missing

function deaths({ animals }: SummaryData, t: Translate): PdfBlock[] {
  if (!animals || animals.deathReasons.length === 0) return []
  const total = animals.deathReasons.reduce((sum, reason) => sum + reason.number, 0)
  return [
    {
      kind: 'TABLE',
      title: t('report.deathsByCause'),
      columns: [
        { title: t('deathReason.one') },
        { title: t('batch.animals'), isNumeric: true },
        { title: t('report.share'), isNumeric: true },
      ],
      rows: animals.deathReasons.map(reason => [
        reason.deathReason ? nameOf(reason.deathReason, t.language) : t('report.withoutCause'),
        number(reason.number, t, 0),
        shareOf(reason.number, total, t),
      ]),
      total: [t('report.total'), number(total, t, 0), shareOf(total, total, t)],
    },
  ]
}

function feed({ feed: sums }: SummaryData, t: Translate): PdfBlock[] {
  if (!sums || sums.feedTypes.length === 0) return []
  return [
    {
      kind: 'TABLE',
      title: t('report.feedByType'),
      columns: [
        { title: t('feed.type') },
        { title: `${t('feed.movement.entered')} (kg)`, isNumeric: true },
        { title: `${t('feed.movement.left')} (kg)`, isNumeric: true },
      ],
      rows: sums.feedTypes.map(({ feedType, entered, left }) => [
        feedType ? nameOf(feedType, t.language) : t('feed.movement.unknownType'),
        number(entered, t, [0, 1]),
        number(left, t, [0, 1]),
      ]),
      total: [t('report.total'), number(sums.entered, t, [0, 1]), number(sums.left, t, [0, 1])],
    },
  ]
}

function climate({ environment }: SummaryData, t: Translate): PdfBlock[] {
  if (environment.length === 0) return []
  return [
    {
      kind: 'TABLE',
      title: t('report.compliance'),
      columns: [
        { title: t('report.category') },
        { title: t('report.coverage'), isNumeric: true },
        { title: t('report.inside'), isNumeric: true },
      ],
      rows: environment.map(({ category, coverage, compliance }) => [
        categoryName(category, t),
        coverage === NOT_COMPUTABLE ? missing : number(coverage, t, 1),
        compliance === NOT_COMPUTABLE ? missing : number(compliance, t, 1),
      ]),
    },
  ]
}

/** The name of a category of sensors. */
export const categoryName = (category: string, t: Translate): string => t(categoryKey(category as CategoryId) as TextKey) // safe: climate categories have texts
