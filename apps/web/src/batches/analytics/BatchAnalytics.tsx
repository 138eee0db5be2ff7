import { MOST_COMPARED } from '@steading/contract/production/batchFigures'
import { IconEgg } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { parseSearch, writeSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { useGo } from '../../ui/Link.tsx'
import { ExportRows } from '../../ui/list/export/ExportRows.tsx'
import { ChoiceFilter, EmptyFiltered, Filters } from '../../ui/list/filter/Filters.tsx'
import { PeriodFilter } from '../../ui/list/filter/PeriodFilter.tsx'
import { DataList } from '../../ui/list/table/DataList.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useListState } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { isKpiOf, KPI_KINDS, KPI_ORDER } from '@steading/locales/kpis'
import { BatchFilters } from '../list/BatchFilters.tsx'
import { rankBatches, rankingStartQuery, rankingSchema } from './analytics.queries.ts'
import type { RankingQuery, RankingStart } from './analytics.queries.ts'
import { bestFirst, compareIds, firstCompared } from './comparison.ts'
import { rankedKpi, rankingColumns, rankingRows } from './rankingColumns.tsx'
import './analytics.css'

const Comparison = lazyComponent<{ ids: readonly string[]; kpi: (typeof KPI_ORDER)[number] }>(() => import('./Comparison.tsx'))

const bestConversion = { sortProperty: 'feedConversion', sortDirection: 'ASC' } as const
const start: Partial<RankingQuery> = { ...bestConversion, status: ['CLOSED'] }
const keep = ['batchIds']
/** Batches that are compared before anybody has chosen. */
const FIRST = 3

/** The batches to compare, from the address; changes go there, too. */
function useComparedIds(): readonly [ids: readonly string[], set: (ids: readonly string[]) => void] {
  const go = useGo()
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  const ids = useMemo(() => {
    const { batchIds = [] } = parseSearch(searchStr)
    return [...new Set([batchIds].flat())].filter(id => /^[1-9]\d{0,17}$/.test(id)).slice(0, MOST_COMPARED)
  }, [searchStr])
  const set = (batchIds: readonly string[]) =>
    go(pathname + writeSearch({ ...parseSearch(searchStr), batchIds }), { replace: true })
  return [ids, set]
}

/**
 * Batches ranked by a KPI, and some of them side by side, against their curve and against the batches of their farm before. All are of
 * a single company and species, and closed until open batches are chosen.
 */
export default function BatchAnalytics() {
  const { data, isError } = useQuery(rankingStartQuery)
  if (!data && !isError) return <Skeletons rows={8} />
  return <RankingPage chosen={data ?? nothing} />
}

const nothing: RankingStart = {}

/** `chosen`: what is ranked where nobody has chosen. */
function RankingPage({ chosen }: { readonly chosen: RankingStart }) {
  const t = useText()
  const initial = useMemo(() => ({ ...start, ...chosen }), [chosen])
  const state = useListState(rankingSchema, initial, keep)
  const { query } = state
  const list = useList('batches', query, rankBatches)
  const kpi = rankedKpi(query.sortProperty)
  const rows = list.page?.content
  const columns = useMemo(() => rankingColumns(rows ?? [], query, t), [rows, query, t])
  const [addressed, setIds] = useComparedIds()
  const first = useMemo(() => firstCompared(rows ?? [], FIRST), [rows])
  const ids = addressed.length > 0 ? addressed : first
  const names = KPI_ORDER.filter(name => query.species === undefined || isKpiOf(name, query.species))
  const rankBy = (name: (typeof KPI_ORDER)[number] | undefined) =>
    state.set(name ? { sortProperty: name, sortDirection: bestFirst(name) } : { sortProperty: 'openDate', sortDirection: 'DESC' })
  /** An index that the chosen species lacks ranks nothing; batches of another company are not compared with those of this one. */
  const narrow = (change: Partial<RankingQuery>) =>
    state.set({
      ...change,
      ...(kpi && change.species && !isKpiOf(kpi, change.species) && bestConversion),
      ...('entityId' in change && { batchIds: undefined }),
    })
  return (
    <div className="stack">
      <PageHead
        title={t('nav.batchAnalytics')}
        actions={
          <ExportRows
            name={t('nav.batchAnalytics')}
            fetch={paging => rankBatches({ ...query, ...paging })}
            cells={batches => rankingRows(batches, t)}
          />
        }
      />
      <Filters label={t('ui.filters')}>
        <ChoiceFilter
          name={t('analytics.rankedBy')}
          choices={names.map(name => ({ value: name, label: t(KPI_KINDS[name].label) }))}
          value={kpi ? [kpi] : []}
          standard={bestConversion.sortProperty}
          onChange={([chosen]) => rankBy(KPI_ORDER.find(name => name === chosen))}
        />
        <BatchFilters filter={query} onChange={narrow} standard={{ status: 'CLOSED', ...chosen }} />
        <PeriodFilter
          name={t('batch.openDate')}
          presets={[]}
          standard={undefined}
          value={query}
          onChange={({ fromDate, toDate }) => state.set({ fromDate, toDate })}
        />
      </Filters>
      <Card
        flush
        title={t('analytics.ranking')}
        hint={<output className="num">{t('analytics.comparedCount', { count: ids.length, most: MOST_COMPARED })}</output>}
      >
        <DataList
          label={t('analytics.ranking')}
          list={list}
          state={state}
          columns={columns}
          name={batch => batch.code}
          href={batch => to('/production/batches/{batchId}/details', { batchId: batch.id })}
          selection={{ chosen: new Set(ids), choose: ticked => setIds(compareIds(ids, ticked, MOST_COMPARED)) }}
          empty={<Empty icon={<IconEgg size={30} stroke={1.4} />} title={t('batch.none')} />}
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
      {ids.length > 0 && <Comparison ids={ids} kpi={kpi ?? bestConversion.sortProperty} waiting={<Skeletons rows={8} />} />}
    </div>
  )
}
