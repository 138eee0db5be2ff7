import { type AnimalsByWeight, WEIGHT_GROUPS } from '@steading/contract/widgets/widgetData'
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
import './animalWeight.css'

type Group = AnimalsByWeight['groups'][number]
const [lowest] = WEIGHT_GROUPS
const highest = WEIGHT_GROUPS.at(-1)!

/** A group of weight in words: under 90 kg, 90–100 kg, over 120 kg. */
export function groupWords({ from, to }: Pick<Group, 'from' | 'to'>, t: Translate): string {
  if (from === lowest[0]) return t('widget.animalWeight.under', { weight: quantity(to, 'kg', t, 0) })
  if (to === highest[1]) return t('widget.animalWeight.over', { weight: quantity(from, 'kg', t, 0) })
  return `${number(from, t)}–${quantity(to, 'kg', t, 0)}`
}

/** A bar for each group: how many animals, and their part of all. */
export function groupBars(groups: readonly Group[], t: Translate): readonly RankBar[] {
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(1, ...groups.map(group => group.count))
  return groups.map(group => ({
    key: String(group.from),
    name: groupWords(group, t),
    share: group.count / most,
    value: number(group.count, t),
    note: quantity(total === 0 ? 0 : (100 * group.count) / total, '%', t, 1),
  }))
}

/** ANIMAL_WEIGHT: animals sold in the last 12 months by groups of weight, in all or of each farm. */
export default function AnimalWeightView({ widget, configs: { title, mode, entityIds } }: WidgetProps<'ANIMAL_WEIGHT'>) {
  const t = useText()
  const source = useSource()
  const query = useMemo(() => source.animalsByWeight(entityIds, widget), [source, entityIds, widget])
  const name = title ?? t('widget.animalWeight.one')
  return (
    <Widget name={name} flush>
      <div className="w-scroll">
        <FetchedBody query={query} permission="batches.read" waiting={<Skeletons rows={5} />}>
          {animals => {
            if (animals.total === 0) return <WidgetNote>{t('widget.animalWeight.none')}</WidgetNote>
            return (
              <>
                <p className="w-lead">{t('widget.animalWeight.total', { count: animals.total })}</p>
                {mode === 'TOTALS' ? (
                  <RankBars label={name} bars={groupBars(animals.groups, t)} />
                ) : (
                  <div className="weight-farms">
                    {animals.farms.map(({ farm, total, groups }) => (
                      <section key={farm.id}>
                        <h3>
                          {farm.displayName} <span className="dim num">{number(total, t)}</span>
                        </h3>
                        <RankBars label={farm.displayName} bars={groupBars(groups, t)} />
                      </section>
                    ))}
                  </div>
                )}
              </>
            )
          }}
        </FetchedBody>
      </div>
    </Widget>
  )
}
