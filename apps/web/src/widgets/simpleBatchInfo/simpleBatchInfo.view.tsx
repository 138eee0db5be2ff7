import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { ConfigsOf } from '@steading/contract/widgets/widgets'
import { missing, number, signed } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { IconArrowRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { Delta } from '../../ui/page/Kpi.tsx'
import { FetchedBody } from '../FetchedBody.tsx'
import { FigureValue } from '../FigureValue.tsx'
import type { BatchInfoCall, BatchInfoQuery } from '../source/sessionContent.ts'
import { useHasLinks, type WidgetRef } from '../source/source.ts'
import { useSource } from '../source/useSource.ts'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'

interface Figure {
  readonly call: BatchInfoCall
  readonly label: TextKey
  readonly unit: string
  readonly decimals: number
  /** Absent: neither direction is better. */
  readonly better?: 'HIGHER' | 'LOWER'
}
type Configs = ConfigsOf<'SIMPLE_BATCH_INFO'>

const figures: Readonly<Record<Exclude<Configs['option'], 'OPEN'>, Figure>> = {
  MORTALITY: { call: 'mortality', label: 'kpi.mortality', unit: '%', decimals: 2, better: 'LOWER' },
  AVERAGE_DAILY_GAIN: { call: 'averageDailyGain', label: 'kpi.averageDailyGain', unit: 'g/d', decimals: 0, better: 'HIGHER' },
  CONVERSION_INDEX: { call: 'conversionIndex', label: 'kpi.feedConversion', unit: '', decimals: 2, better: 'LOWER' },
  AVERAGE_WEIGHT_ANIMALS_EXISTS: { call: 'averageWeight', label: 'kpi.exitWeight', unit: 'kg', decimals: 1 },
}
const timeWords = {
  LAST_MONTH: 'widget.simpleBatchInfo.lastMonth',
  LAST_QUARTER: 'widget.simpleBatchInfo.lastQuarter',
  LAST_YEAR: 'widget.simpleBatchInfo.lastYear',
  CUSTOM: 'widget.simpleBatchInfo.custom',
} as const satisfies Record<Configs['time'], TextKey>

/** The query of a figure: none of a list means all. */
export const infoQueryOf = ({ entityIds, species, time, startDate, endDate }: Configs): BatchInfoQuery => ({
  ...(entityIds.length > 0 && { entities: [...entityIds] }),
  ...(species.length > 0 && { species: [...species] }),
  time,
  ...(time === 'CUSTOM' && { startDate, endDate }),
})

/** The change to the period before with its judgement; undefined where one of the two is not computable. */
export function changeOf(
  { value, previous }: { readonly value: number; readonly previous: number },
  { decimals, unit, better }: Pick<Figure, 'decimals' | 'unit' | 'better'>,
  t: Translate,
): { readonly text: string; readonly good: boolean | undefined } | undefined {
  if (value === NOT_COMPUTABLE || previous === NOT_COMPUTABLE) return undefined
  const change = value - previous
  const text = [signed(change, t, decimals), unit].filter(Boolean).join(' ')
  return { text, good: better === undefined || change === 0 ? undefined : change > 0 === (better === 'HIGHER') }
}

/** SIMPLE_BATCH_INFO: how many batches are open, or one figure over the batches that were closed in a time. */
export default function SimpleBatchInfoView({ widget, configs }: WidgetProps<'SIMPLE_BATCH_INFO'>) {
  return configs.option === 'OPEN' ? (
    <OpenBatches widget={widget} configs={configs} />
  ) : (
    <ClosedFigure widget={widget} configs={configs} figure={figures[configs.option]} />
  )
}

function OpenBatches({ widget, configs: { title, entityIds, species } }: { widget: WidgetRef; configs: Configs }) {
  const t = useText()
  const source = useSource()
  const query = useMemo(() => source.openBatches({ entities: entityIds, species }, widget), [source, entityIds, species, widget])
  const hasLinks = useHasLinks()
  const [only] = entityIds
  const search = {
    status: 'OPEN',
    ...(entityIds.length === 1 ? { entityId: only } : { entities: entityIds }),
    ...(species.length === 1 ? { species: species[0] } : { speciesCodes: species }),
  }
  return (
    <Widget name={title ?? t('widget.option.option.OPEN')}>
      <FetchedBody query={query} permission="batches.read">
        {count => (
          <>
            <FigureValue text={number(count, t)} />
            {hasLinks && (
              <Link className="w-to" href={to('/production/batches') + writeSearch(search)}>
                {t('widget.simpleBatchInfo.toList')} <IconArrowRight size={14} aria-hidden />
              </Link>
            )}
          </>
        )}
      </FetchedBody>
    </Widget>
  )
}

function ClosedFigure({ widget, configs, figure }: { widget: WidgetRef; configs: Configs; figure: Figure }) {
  const t = useText()
  const source = useSource()
  const query = useMemo(
    () => source.batchInfo({ call: figure.call, ...infoQueryOf(configs) }, widget),
    [source, figure, configs, widget],
  )
  return (
    <Widget name={configs.title ?? t(figure.label)}>
      <FetchedBody query={query} permission="batches.read">
        {info => {
          if (info.batches === 0) return <WidgetNote>{t('widget.simpleBatchInfo.none')}</WidgetNote>
          const change = changeOf(info, figure, t)
          const isKnown = info.value !== NOT_COMPUTABLE
          return (
            <>
              <FigureValue text={isKnown ? number(info.value, t, figure.decimals) : missing} unit={isKnown ? figure.unit : ''} />
              <div className="w-facts">
                {change && <Delta value={change.text} good={change.good} against={t('widget.againstBefore')} />}
                <span className="dim">
                  {t('widget.simpleBatchInfo.batches', { count: info.batches })} · {t(timeWords[configs.time])}
                </span>
              </div>
            </>
          )
        }}
      </FetchedBody>
    </Widget>
  )
}
