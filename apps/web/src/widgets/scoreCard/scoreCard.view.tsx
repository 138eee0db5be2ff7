import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { CATEGORIES } from '@steading/contract/devices/categories'
import { MAX_POINTS } from '@steading/contract/devices/readings'
import type { ConfigsOf } from '@steading/contract/widgets/widgets'
import { roundDirection } from '@steading/contract/round'
import { exactQuantity, missing, number, signed } from '@steading/locales/format'
import { KPI_KINDS, shownKpi } from '@steading/locales/kpis'
import type { TextKey } from '@steading/locales/text'
import { IconCircleCheckFilled, IconTargetOff } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { hrefOf } from '../../interfaces/index.ts'
import { pollEvery } from '../../platform/api/queries.ts'
import { useNow } from '../../platform/page/clock.ts'
import { to } from '../../platform/navigation/paths.ts'
import { useText } from '../../platform/texts.tsx'
import { Delta } from '../../ui/page/Kpi.tsx'
import { ContentLink } from '../ContentLink.tsx'
import { FetchedBody } from '../FetchedBody.tsx'
import { FigureValue } from '../FigureValue.tsx'
import { Absent } from '../MissingWidget.tsx'
import type { BatchKpis } from '../source/sessionContent.ts'
import type { WidgetRef } from '../source/source.ts'
import { useSource } from '../source/useSource.ts'
import type { WidgetData, WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import { changeOf, figuresOf, lastFullHour, isReached, PERIOD_HOURS } from './score.ts'

type Configs = ConfigsOf<'SCORE_CARD'>

const periodWords = {
  DAY: 'period.twentyFour',
  WEEK: 'period.week',
  MONTH: 'period.month',
} as const satisfies Record<Configs['period'], TextKey>

/** SCORE_CARD: one figure against its target, and its change. */
export default function ScoreCardView({ widget, configs, data }: WidgetProps<'SCORE_CARD'>) {
  return configs.source === 'INTERFACE' ? (
    <InterfaceScore configs={configs} data={data} />
  ) : (
    <BatchScore widget={widget} configs={configs} />
  )
}

function InterfaceScore({ configs, data }: { configs: Configs; data: WidgetData }) {
  const t = useText()
  const source = useSource()
  const end = lastFullHour(useNow(300))
  const { interfaceId = '', period, aggregate: operation } = configs
  const hours = PERIOD_HOURS[period]
  const query = useMemo(
    () => ({
      ...source.series({
        interfaceIds: [interfaceId],
        hours: 2 * hours,
        to: end,
        points: MAX_POINTS,
        resolution: 'HOUR',
        operation,
      }),
      refetchInterval: pollEvery,
    }),
    [source, interfaceId, hours, end, operation],
  )
  const item = data.interfaces.get(interfaceId)
  if (!item) return <Absent name={configs.title} />
  const isDirection = CATEGORIES[item.category].vectorMean
  return (
    <Widget name={configs.title ?? item.displayName} place={item.entity.name} href={hrefOf(item)}>
      <FetchedBody query={query}>
        {series => {
          const found = series.get(interfaceId)
          const split = end - hours * 3_600_000
          const { value, previous } = found ? figuresOf(found, operation, split, isDirection) : { value: null, previous: null }
          if (value === null) return <WidgetNote>{t('chart.noData')}</WidgetNote>
          return (
            <Score
              configs={configs}
              value={isDirection ? roundDirection(value, item.decimals) : value}
              change={changeOf(value, previous, isDirection)}
              unit={item.unit ?? ''}
              decimals={item.decimals}
              words={`${t(`widget.option.aggregate.${isDirection ? 'AVERAGE' : operation}`)}, ${t(periodWords[period])}`}
              against={t('widget.againstBefore')}
            />
          )
        }}
      </FetchedBody>
    </Widget>
  )
}

function BatchScore({ widget, configs }: { widget: WidgetRef; configs: Configs }) {
  const t = useText()
  const source = useSource()
  const { batchId, entityId, kpi } = configs
  const query = useMemo(() => source.batchKpis({ batchId, entityId }, widget), [source, batchId, entityId, widget])
  const name = configs.title ?? t(KPI_KINDS[kpi].label)
  return (
    <Widget name={name}>
      <FetchedBody query={query} permission="batches.read">
        {found => (found ? <BatchFigure configs={configs} found={found} /> : <WidgetNote>{t('widget.noOpenBatch')}</WidgetNote>)}
      </FetchedBody>
    </Widget>
  )
}

function BatchFigure({ configs, found: { batch, kpis, previous } }: { configs: Configs; found: BatchKpis }) {
  const t = useText()
  const { kpi } = configs
  const { value, unit, decimals } = shownKpi(kpi, kpis[kpi] ?? NOT_COMPUTABLE, batch.species)
  const before = shownKpi(kpi, previous?.[kpi] ?? NOT_COMPUTABLE, batch.species).value
  const known = (figure: number) => (figure === NOT_COMPUTABLE ? null : figure)
  return (
    <Score
      configs={configs}
      value={known(value)}
      change={changeOf(known(value), known(before))}
      unit={unit}
      decimals={decimals}
      words={
        <ContentLink href={to('/production/batches/{batchId}/details', { batchId: batch.id })}>
          {batch.code} · {batch.entity.displayName}
        </ContentLink>
      }
      against={t('widget.scoreCard.againstBatch')}
    />
  )
}

/** The figure, judged by its target; its change, judged by the better direction. */
function Score({
  configs: { target, better },
  value,
  change,
  unit,
  decimals,
  words,
  against,
}: {
  configs: Pick<Configs, 'target' | 'better'>
  value: number | null
  /** Undefined: there is nothing to compare with, as for a period in which nothing was measured, or a batch that has just begun. */
  change: number | undefined
  unit: string
  decimals: number
  /** What the figure is. */
  words: ReactNode
  against: string
}) {
  const t = useText()
  const reached = isReached(value, target, better)
  const isSame = change !== undefined && number(Math.abs(change), t, decimals) === number(0, t, decimals)
  return (
    <div className="score">
      <FigureValue
        text={value === null ? missing : number(value, t, decimals)}
        unit={value === null ? '' : unit}
        tone={reached === undefined ? undefined : reached ? 'good' : 'bad'}
        mark={
          reached === undefined ? undefined : reached ? (
            <IconCircleCheckFilled size={16} aria-hidden />
          ) : (
            <IconTargetOff size={16} aria-hidden />
          )
        }
      />
      <div className="w-facts">
        {target !== undefined && (
          <span>
            {t(
              reached === undefined
                ? 'widget.scoreCard.target'
                : reached
                  ? 'widget.scoreCard.reached'
                  : 'widget.scoreCard.missed',
              { target: exactQuantity(target, unit, t) },
            )}
          </span>
        )}
        {change !== undefined && (
          <Delta
            value={[signed(change, t, decimals), unit].filter(Boolean).join(' ')}
            good={isSame ? undefined : change > 0 === (better === 'HIGHER')}
            against={against}
          />
        )}
        {value !== null && change === undefined && <span className="dim">{t('widget.scoreCard.noComparison')}</span>}
        <span className="dim">{words}</span>
      </div>
    </div>
  )
}
