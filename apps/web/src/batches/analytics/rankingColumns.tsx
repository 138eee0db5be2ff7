import type { PageQuery } from '@steading/contract/http/paging'
import type { RankedBatch } from '@steading/contract/production/batchFigures'
import { type KpiName, type Kpis, NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { isPoultry } from '@steading/contract/production/species'
import type { Cell } from '@steading/locales/csv'
import { csvTime } from '@steading/locales/csv'
import { number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { speciesName } from '@steading/locales/production'
import { useText } from '../../platform/texts.tsx'
import type { Column } from '../../ui/list/table/DataList.tsx'
import { BatchState, statusWord } from '../BatchState.tsx'
import { isSumOfDays, KPI_KINDS, KPI_ORDER, kpiCell, kpiNote, kpiText, measuredShare } from '@steading/locales/kpis'

/** Shown whichever KPI ranks. */
const LEADING: readonly KpiName[] = ['mortality', 'averageDailyGain', 'feedConversion', 'curveDeviation']

/** The KPI that a sort ranks by; undefined: it sorts by something else. */
export const rankedKpi = (sortProperty: string): KpiName | undefined => KPI_ORDER.find(name => name === sortProperty)

/** Poultry has the one, pigs have the other; other species have neither. */
const indexText = (batch: RankedBatch, t: Translate) =>
  kpiText(isPoultry(batch.species.value) ? 'epef' : 'iep', batch.kpis, batch.species.value, t)

/** The columns of the ranking: which of them ranks stands first. */
export function rankingColumns(
  rows: readonly RankedBatch[],
  { currentPage, itemsPerPage, sortProperty }: PageQuery,
  t: Translate,
): readonly Column<RankedBatch>[] {
  const ranks = new Map(rows.map(({ id }, index) => [id, currentPage * itemsPerPage + index + 1]))
  const ranked = rankedKpi(sortProperty)
  const names = [...(ranked ? [ranked] : []), ...LEADING.filter(name => name !== ranked)]
  const isIndexRanked = ranked === 'epef' || ranked === 'iep'
  return [
    {
      key: 'rank',
      hidden: t('analytics.rank'),
      card: 'lead',
      cell: ({ id }) => <span className="num dim">{number(ranks.get(id), t)}</span>,
    },
    { key: 'title', only: 'card', card: 'title', cell: ({ code }) => <span className="num">{code}</span> },
    { key: 'house', only: 'card', card: 'meta', cell: ({ entity }) => entity.displayName },
    {
      key: 'code',
      head: t('batch.code'),
      sort: 'code',
      only: 'table',
      card: 'hide',
      cell: ({ code, entity }) => (
        <span className="two">
          <span className="row-link num">{code}</span>
          <span className="dim">{entity.displayName}</span>
        </span>
      ),
    },
    {
      key: 'status',
      head: t('event.status.label'),
      card: 'end',
      cell: ({ status, openDate, timeZone, isCurrent }) => (
        <>
          <BatchState status={status} opened={{ openDate, timeZone }} />
          {!isCurrent && <span className="dim"> {t('analytics.outdated')}</span>}
        </>
      ),
    },
    {
      key: 'species',
      head: t('species.one'),
      wide: true,
      card: 'hide',
      cell: ({ species }) => speciesName(species.value, t),
    },
    ...names.map((name): Column<RankedBatch> => ({
      key: name,
      head: t(KPI_KINDS[name].label),
      sort: name,
      right: true,
      only: 'table',
      card: 'hide',
      cell: ({ kpis, species }) => (
        <>
          <span className={name === ranked ? 'ranked num' : 'num'}>{kpiText(name, kpis, species.value, t)}</span>
          <KpiNote name={name} kpis={kpis} />
        </>
      ),
    })),
    ...(isIndexRanked
      ? []
      : [
          {
            key: 'index',
            head: t('analytics.index'),
            right: true,
            wide: true,
            card: 'hide',
            cell: (batch: RankedBatch) => <span className="num">{indexText(batch, t)}</span>,
          } as const,
        ]),
    {
      key: 'ranked',
      only: 'card',
      card: 'meta',
      cell: ({ kpis, species }) => (
        <span className="num">
          {t(KPI_KINDS[names[0]!].label)} <b>{kpiText(names[0]!, kpis, species.value, t)}</b>
          <KpiNote name={names[0]!} kpis={kpis} />
        </span>
      ),
    },
  ]
}

/** What limits a KPI of a batch, after it. */
function KpiNote({ name, kpis }: { name: KpiName; kpis: Kpis | null }) {
  const t = useText()
  const note = kpiNote(name, kpis, t)
  return note && <span className="dim"> {note}</span>
}

/** The rows of a file of ranked batches, their head first: every KPI; weights of animals in kg. */
export const rankingRows = (batches: readonly RankedBatch[], t: Translate): readonly (readonly Cell[])[] => [
  [
    t('batch.code'),
    t('entity.sector'),
    t('species.one'),
    t('event.status.label'),
    t('batch.openDate'),
    t('batch.closeDate'),
    t('batch.animals'),
    ...KPI_ORDER.flatMap(name => {
      const { label, unit } = KPI_KINDS[name]
      const share = isSumOfDays(name) ? [`${t('kpi.measuredShare', { what: t(label) })} (%)`] : []
      return [unit ? `${t(label)} (${unit})` : t(label), ...share]
    }),
  ],
  ...batches.map(batch => [
    batch.code,
    batch.entity.displayName,
    speciesName(batch.species.value, t),
    t(statusWord[batch.status]),
    csvTime(batch.openDate, batch.timeZone, t),
    csvTime(batch.closeDate, batch.timeZone, t),
    batch.numberAnimals,
    ...KPI_ORDER.flatMap((name): Cell[] => [
      kpiCell(name, batch.kpis?.[name] ?? NOT_COMPUTABLE),
      ...(isSumOfDays(name) ? [measuredShare(name, batch.kpis)] : []),
    ]),
  ]),
]
