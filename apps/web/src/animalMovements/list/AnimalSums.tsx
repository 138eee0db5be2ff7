import type { animalMovements } from '@steading/contract/production/animalMovements'
import { number } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useText } from '../../platform/texts.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import { Kpi, KpiBar } from '../../ui/page/Kpi.tsx'
import { type MovementQuery, sumsQuery } from '../animalMovements.queries.ts'
import { kindOf, kindWord } from '../movementKinds.ts'
import { withoutPaging } from '../common/withoutPaging.ts'
import { kilograms } from '../common/weights.ts'

/** Sums by type of what the filters leave; pending ones apart. */
export function AnimalSums({ query }: { query: MovementQuery }) {
  const t = useText()
  const { data: sums } = useQuery(sumsQuery(withoutPaging(query)))
  if (!sums || (sums.types.length === 0 && sums.pending === 0)) return null
  return (
    <>
      <KpiBar label={t('movement.sums')}>
        {sums.types.map(sum => (
          <Kpi
            key={`${sum.action} ${sum.actionType}`}
            label={kindWord(kindOf(sum), t)}
            value={number(sum.number, t, 0)}
            {...(sum.weight > 0 && { note: kilograms(sum.weight, t) })}
          />
        ))}
        {sums.pending > 0 && <Kpi label={t('movement.pending')} value={number(sums.pending, t, 0)} />}
      </KpiBar>
      <SalesByWeight groups={sums.weightGroups} />
    </>
  )
}

type Groups = z.output<typeof animalMovements.aggregation.reply>['weightGroups']

/** What was sold in each group of weights; nothing where all animals are lighter than the groups tell apart, as poultry is. */
function SalesByWeight({ groups }: { groups: Groups }) {
  const t = useText()
  if (groups.slice(1).every(({ animals }) => animals === 0)) return null
  const last = groups.at(-1)
  return (
    <Card title={t('movement.salesByWeight')}>
      <Fields
        items={groups
          .filter(({ animals }) => animals > 0)
          .map(group => ({
            label:
              group === last
                ? t('movement.weightFrom', { from: kilograms(group.from, t) })
                : t('movement.weightGroup', { from: number(group.from, t, 0), to: kilograms(group.to, t) }),
            value: (
              <span className="num">
                {t('batch.animalCount', { count: group.animals })} <span className="dim">{kilograms(group.weight, t)}</span>
              </span>
            ),
          }))}
      />
    </Card>
  )
}
