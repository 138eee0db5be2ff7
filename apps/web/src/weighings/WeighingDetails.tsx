import type { Weighing } from '@steading/contract/production/weighings'
import { dateTime, number, quantity, signed } from '@steading/locales/format'
import {
  animalWeight,
  kilograms,
  type RecordEditProps,
  RecordMeta,
  RecordPage,
  useRecordScope,
} from '../animalMovements/index.ts'
import { useBatch } from '../batches/index.ts'
import { useText } from '../platform/texts.tsx'
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { useParam } from '../ui/useParam.ts'
import { methodKey } from './WeighingFields.tsx'
import { removeWeighing, weighingQuery, weighingsChanged } from './weighings.queries.ts'
import { weighingScope } from './weighingScope.ts'

const WeighingEdit = lazyComponent<RecordEditProps<Weighing>>(() => import('./WeighingEdit.tsx'))

/** One weighing: what the animals weighed, and what the curve of the batch says. */
export default function WeighingDetails() {
  const t = useText()
  const scope = useRecordScope(weighingScope)
  const id = useParam('manualWeighingId')
  const { data: batch } = useBatch(scope.batchId)
  return (
    <RecordPage
      key={id}
      query={weighingQuery(id)}
      back={{ href: scope.back(), label: batch?.code ?? t('nav.weighings') }}
      titleOf={weighing => `${t('weighing.one')} · ${t('count.animals', { count: weighing.number })}`}
      renderMeta={weighing => <RecordMeta record={weighing} />}
      renderContent={weighing => <WeighingContent weighing={weighing} />}
      Edit={WeighingEdit}
      remove={weighing => removeWeighing(weighing.id)}
      changed={weighingsChanged}
    />
  )
}

function WeighingContent({ weighing }: { weighing: Weighing }) {
  const t = useText()
  const { data: batch } = useBatch(weighing.batch.id)
  const species = batch?.species.value
  const { curveDeviation, weights } = weighing
  return (
    <>
      <Card title={t('ui.details')}>
        <Fields
          items={[
            { label: t('movement.time'), value: dateTime(weighing.timestamp, weighing.timeZone, t) },
            { label: t('weighing.method'), value: t(methodKey[weighing.method]) },
            { label: t('movement.number'), value: number(weighing.number, t, 0) },
            { label: t('movement.loadWeight'), value: kilograms(weighing.totalWeight, t) },
            { label: t('movement.average'), value: animalWeight(weighing.average, species, t) },
            { label: t('weighing.cv'), value: quantity(weighing.cv, '%', t, 2) },
            { label: t('movement.age'), value: quantity(weighing.age, 'd', t, 0) },
            { label: t('weighing.curveWeight'), value: animalWeight(weighing.curveWeight, species, t) },
            {
              label: t('weighing.deviation'),
              value: curveDeviation === null ? null : `${signed(curveDeviation, t, 1)}\u00a0%`,
            },
            { label: t('ui.notes'), value: weighing.notes },
          ]}
        />
      </Card>
      {weights && (
        <Card title={t('weighing.singleWeights')} hint={<span className="num">{weights.length}</span>}>
          <p className="num">{weights.map(weight => animalWeight(weight, species, t)).join(' · ')}</p>
        </Card>
      )}
    </>
  )
}
