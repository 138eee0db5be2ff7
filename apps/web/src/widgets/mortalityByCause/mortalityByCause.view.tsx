import type { MortalityByCause } from '@steading/contract/widgets/widgetData'
import { number, quantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useMemo } from 'react'
import { useText } from '../../platform/texts.tsx'
import { type RankBar, RankBars } from '../../ui/chart/RankBars.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { FetchedBody } from '../FetchedBody.tsx'
import { useSource } from '../source/useSource.ts'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'

/** A bar for each cause, as long as its part of the most frequent one. */
export function causeBars({ causes }: Pick<MortalityByCause, 'causes'>, t: Translate): readonly RankBar[] {
  const most = Math.max(1, ...causes.map(cause => cause.count))
  return causes.map(({ reason, count, share }) => ({
    key: reason?.id ?? 'none',
    name: reason?.displayName ?? t('widget.mortalityByCause.noReason'),
    share: count / most,
    value: number(count, t),
    note: quantity(share, '%', t, 1),
  }))
}

/** MORTALITY_BY_CAUSE: deaths of the open batches, the most frequent cause first. */
export default function MortalityByCauseView({ widget, configs: { title, entityIds } }: WidgetProps<'MORTALITY_BY_CAUSE'>) {
  const t = useText()
  const source = useSource()
  const query = useMemo(() => source.mortalityByCause(entityIds, widget), [source, entityIds, widget])
  const name = title ?? t('widget.type.MORTALITY_BY_CAUSE')
  return (
    <Widget name={name} flush>
      <div className="w-scroll">
        <FetchedBody query={query} permission="batches.read" waiting={<Skeletons rows={4} />}>
          {deaths =>
            deaths.causes.length === 0 ? (
              <WidgetNote>{t(deaths.batches === 0 ? 'widget.noOpenBatches' : 'widget.mortalityByCause.none')}</WidgetNote>
            ) : (
              <>
                <p className="w-lead">{t('widget.mortalityByCause.total', { deaths: deaths.total, batches: deaths.batches })}</p>
                <RankBars label={name} bars={causeBars(deaths, t)} />
              </>
            )
          }
        </FetchedBody>
      </div>
    </Widget>
  )
}
