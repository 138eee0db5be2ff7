import { ActionIcon } from '@mantine/core'
import type { FarmHistory } from '@steading/contract/production/batchFigures'
import type { BatchForecast, KpiName } from '@steading/contract/production/figures'
import { csv } from '@steading/locales/csv'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useText } from '../../platform/texts.tsx'
import { AgeChart } from '../../ui/chart/AgeChart.tsx'
import { TimeChart } from '../../ui/chart/TimeChart.tsx'
import type { Pane } from '../../ui/chart/draw/lines.ts'
import { download } from '../../ui/list/export/download.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { evolutionQuery, forecastQuery, kpisQuery } from '../figures.queries.ts'
import { KPI_KINDS } from '@steading/locales/kpis'
import { comparedQuery, farmHistoryQuery, totalsQuery } from './analytics.queries.ts'
import { type ComparedBatch, growthPanes, historyPanes, perAnimalPanes } from './comparison.ts'
import { CompareTable, compareRows } from './CompareTable.tsx'

/** Batches side by side: their KPIs, growth against the curve, feed and water, and a KPI against the batches of their farm before. */
export default function Comparison({ ids, kpi }: { ids: readonly string[]; kpi: KpiName }) {
  const t = useText()
  const { data: batches, error, refetch } = useQuery(comparedQuery(ids))
  const found = useMemo(() => batches?.map(({ id }) => id) ?? [], [batches])
  const kpis = useQueries({ queries: found.map(kpisQuery), combine: answers => answers.map(({ data }) => data) })
  const compared = useMemo(
    () => batches?.map((batch, index): ComparedBatch => ({ batch, series: index + 1, kpis: kpis[index] })) ?? [],
    [batches, kpis],
  )
  const forecasts = useQueries({ queries: found.map(forecastQuery), combine: answers => answers.map(({ data }) => data) })
  const { data: histories } = useQuery(farmHistoryQuery(found))
  if (!batches)
    return error ? (
      <Failed what={t('kpi.failed')} error={error} retry={() => void refetch()} />
    ) : (
      <Card title={t('analytics.sideBySide')}>
        <Skeletons rows={8} />
      </Card>
    )
  if (compared.length === 0) return <Note>{t('analytics.gone')}</Note>
  return (
    <>
      <TableCard compared={compared} histories={histories ?? []} forecasts={forecasts} />
      <GrowthCard compared={compared} forecasts={forecasts} />
      <div className="compare-pair">
        <TotalsCard compared={compared} kind="FEED" />
        <TotalsCard compared={compared} kind="WATER" />
      </div>
      <HistoryCard compared={compared} histories={histories} kpi={kpi} />
    </>
  )
}

/** The forecasts of compared batches in their order; undefined: not known yet. */
type Forecasts = readonly (BatchForecast | undefined)[]

function TableCard({
  compared,
  histories,
  forecasts,
}: {
  compared: readonly ComparedBatch[]
  histories: readonly FarmHistory[]
  forecasts: Forecasts
}) {
  const t = useText()
  const title = t('analytics.sideBySide')
  const save = () => download(`${title}.csv`, csv(compareRows(compared, histories, t), t))
  return (
    <Card
      flush
      title={title}
      hint={t('analytics.sideBySideHint')}
      actions={
        <ActionIcon aria-label={`${t('chart.saveTable')}: ${title}`} title={t('chart.saveTable')} onClick={save}>
          <IconFileSpreadsheet size={16} aria-hidden />
        </ActionIcon>
      }
    >
      <CompareTable compared={compared} histories={histories} forecasts={forecasts} />
    </Card>
  )
}

/** A chart over the age, or why there is none. */
function AgeCard({ title, panes, waiting, none }: { title: string; panes: readonly Pane[]; waiting: boolean; none: string }) {
  const t = useText()
  return (
    <Card title={title}>
      {panes.length > 0 ? (
        <AgeChart title={title} name={t('curve.age')} panes={panes} />
      ) : waiting ? (
        <Skeletons rows={4} />
      ) : (
        <p className="dim">{none}</p>
      )}
    </Card>
  )
}

function GrowthCard({ compared, forecasts }: { compared: readonly ComparedBatch[]; forecasts: Forecasts }) {
  const t = useText()
  const points = useQueries({
    queries: compared.map(({ batch }) => evolutionQuery(batch.id)),
    combine: answers => answers.map(({ data }) => data),
  })
  const panes = useMemo(
    () =>
      growthPanes(
        compared.map((each, index) => ({ ...each, points: points[index] ?? [], forecast: forecasts[index] })),
        t('curve.one'),
        code => t('forecast.lineOf', { batch: code }),
      ),
    [compared, points, forecasts, t],
  )
  const waiting = points.some(each => each === undefined)
  return <AgeCard title={t('analytics.growth')} panes={panes} waiting={waiting} none={t('analytics.noWeights')} />
}

function TotalsCard({ compared, kind }: { compared: readonly ComparedBatch[]; kind: 'FEED' | 'WATER' }) {
  const t = useText()
  const ids = useMemo(() => compared.map(({ batch }) => batch.id), [compared])
  const { data: totals } = useQuery(totalsQuery(ids, kind))
  const panes = useMemo(() => {
    const pointsOf = (id: string) => totals?.find(({ batch }) => batch.id === id)?.points ?? []
    return perAnimalPanes(
      compared.map(each => ({ ...each, points: pointsOf(each.batch.id) })),
      kind === 'FEED' ? 'kg' : 'L',
    )
  }, [compared, totals, kind])
  const title = t(kind === 'FEED' ? 'analytics.feedPerAnimal' : 'analytics.waterPerAnimal')
  return <AgeCard title={title} panes={panes} waiting={!totals} none={t('analytics.nothingMeasured')} />
}

function HistoryCard({
  compared,
  histories,
  kpi,
}: {
  compared: readonly ComparedBatch[]
  histories: readonly FarmHistory[] | undefined
  kpi: KpiName
}) {
  const t = useText()
  const panes = useMemo(() => historyPanes(histories ?? [], compared, kpi, ({ farm }) => farm.name), [histories, compared, kpi])
  const title = t('analytics.history', { figure: t(KPI_KINDS[kpi].label) })
  return (
    <Card title={title} hint={panes.length > 0 && t('analytics.historyHint')}>
      {panes.length > 0 ? (
        <div className="history-chart">
          <TimeChart title={title} panes={panes} />
        </div>
      ) : histories ? (
        <p className="dim">{t('analytics.noHistory')}</p>
      ) : (
        <Skeletons rows={4} />
      )}
    </Card>
  )
}
