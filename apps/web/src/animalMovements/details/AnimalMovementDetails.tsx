import { Button } from '@mantine/core'
import type { AnimalMovement } from '@steading/contract/production/animalMovements'
import { dateTime, number, quantity } from '@steading/locales/format'
import { useBatch } from '../../batches/index.ts'
import { useText } from '../../platform/texts.tsx'
import { AttachmentsCard } from '../../ui/attachments/AttachmentsCard.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import { useParam } from '../../ui/useParam.ts'
import { editMovement, fetchAttachment, movementQuery, movementsChanged, removeMovement } from '../animalMovements.queries.ts'
import { animalScope } from '../animalScope.ts'
import { toConfirmRequest } from '../form/animalForm.ts'
import { kindOf, kindWord, movementTitle } from '../movementKinds.ts'
import { nameOf } from '@steading/locales/production'
import { BatchLink, MovementStatusPill, RecordMeta } from '../common/RecordMarks.tsx'
import { type RecordEditProps, RecordPage } from '../common/RecordPage.tsx'
import { useRecordScope } from '../common/recordScope.ts'
import { animalWeight, averageWeight, kilograms } from '../common/weights.ts'

const AnimalMovementEdit = lazyComponent<RecordEditProps<AnimalMovement>>(() => import('../form/AnimalMovementEdit.tsx'))

/** One animal movement: what came, went or died, and whether it counts already. */
export default function AnimalMovementDetails() {
  const t = useText()
  const scope = useRecordScope(animalScope)
  const id = useParam('animalMovementId')
  const { data: batch } = useBatch(scope.batchId)
  return (
    <RecordPage
      key={id}
      query={movementQuery(id)}
      back={{ href: scope.back(), label: batch?.code ?? t('nav.animalMovements') }}
      titleOf={movement => movementTitle(movement, t)}
      renderMeta={movement => (
        <>
          <MovementStatusPill pending={movement.pending} />
          <RecordMeta record={movement} />
        </>
      )}
      renderActions={movement => movement.editable && movement.pending && <ConfirmAction movement={movement} />}
      renderContent={movement => <MovementContent movement={movement} />}
      Edit={AnimalMovementEdit}
      remove={movement => removeMovement(movement.id)}
      changed={movementsChanged}
    />
  )
}

function ConfirmAction({ movement }: { movement: AnimalMovement }) {
  const t = useText()
  const { busy, run } = useAsyncAction(t('movement.confirmFailed'))
  const confirm = () =>
    run(async () => {
      const saved = await editMovement(movement.id, toConfirmRequest(movement), [])
      toast(t('movement.confirmed'), movementTitle(saved, t))
    })
  return (
    <Button data-busy={busy || undefined} onClick={() => void confirm()}>
      {t('ui.confirm')}
    </Button>
  )
}

function MovementContent({ movement }: { movement: AnimalMovement }) {
  const t = useText()
  const { data: batch } = useBatch(movement.batch.id)
  const kind = kindOf(movement)
  const { inverseTransaction, deathReason } = movement
  return (
    <>
      <Card title={t('ui.details')}>
        <Fields
          items={[
            { label: t('movement.type'), value: kindWord(kind, t) },
            { label: t('movement.time'), value: dateTime(movement.timestamp, movement.timeZone, t) },
            { label: t('movement.number'), value: number(movement.number, t, 0) },
            { label: t('movement.loadWeight'), value: kilograms(movement.weight, t) },
            {
              label: t('movement.average'),
              value: animalWeight(averageWeight(movement.weight, movement.number), batch?.species.value, t),
            },
            { label: t('movement.age'), value: quantity(movement.age, 'd', t, 0) },
            ...(kind === 'DEATH' ? [{ label: t('deathReason.one'), value: deathReason && nameOf(deathReason, t.language) }] : []),
            ...(movement.actionType === 'TRANSFER'
              ? [
                  {
                    label: t(movement.action === 'ENTRY' ? 'movement.fromBatch' : 'movement.toBatch'),
                    value: inverseTransaction && (
                      <BatchLink batch={{ id: inverseTransaction.batchId, code: inverseTransaction.code }} />
                    ),
                  },
                ]
              : []),
            { label: t('movement.description'), value: movement.typeDescription },
          ]}
        />
      </Card>
      <AttachmentsCard attachments={movement.attachments} fetch={name => fetchAttachment(movement.id, name)} />
    </>
  )
}
