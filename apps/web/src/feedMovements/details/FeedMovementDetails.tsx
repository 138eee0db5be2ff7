import { Button } from '@mantine/core'
import type { FeedMovement } from '@steading/contract/production/feedMovements'
import { dateTime } from '@steading/locales/format'
import { nameOf } from '@steading/locales/production'
import {
  BatchLink,
  kilograms,
  MovementStatusPill,
  type RecordEditProps,
  RecordMeta,
  RecordPage,
  useRecordScope,
} from '../../animalMovements/index.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useBatch } from '../../batches/index.ts'
import { useText } from '../../platform/texts.tsx'
import { AttachmentsCard } from '../../ui/attachments/AttachmentsCard.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { useParam } from '../../ui/useParam.ts'
import { feedKindOf, feedKindWord, feedTitle } from '../feedKinds.ts'
import {
  editFeedMovement,
  feedChanged,
  feedMovementQuery,
  fetchAttachment,
  removeFeedMovement,
} from '../feedMovements.queries.ts'
import { feedScope } from '../feedScope.ts'
import { toEditRequest, valuesOf } from '../form/feedForm.ts'
import '../feed.css'

const FeedMovementEdit = lazyComponent<RecordEditProps<FeedMovement>>(() => import('../form/FeedMovementEdit.tsx'))

/** One feed movement: what came or went, and whether it counts already. */
export default function FeedMovementDetails() {
  const t = useText()
  const scope = useRecordScope(feedScope)
  const id = useParam('feedMovementId')
  const { data: batch } = useBatch(scope.batchId)
  return (
    <RecordPage
      key={id}
      query={feedMovementQuery(id)}
      back={{ href: scope.back(), label: batch?.code ?? t('nav.feedMovements') }}
      titleOf={movement => feedTitle(movement, t)}
      renderMeta={movement => (
        <>
          <MovementStatusPill pending={movement.pending} />
          <RecordMeta record={movement} />
        </>
      )}
      // A delivery that a silo showed has no feed type yet: it is confirmed in its own list.
      renderActions={movement =>
        movement.editable && movement.pending && movement.feedType && <ConfirmAction movement={movement} />
      }
      renderContent={movement => <MovementContent movement={movement} />}
      Edit={FeedMovementEdit}
      remove={movement => removeFeedMovement(movement.id)}
      changed={feedChanged}
    />
  )
}

function ConfirmAction({ movement }: { movement: FeedMovement }) {
  const t = useText()
  const { busy, run } = useAsyncAction(t('movement.confirmFailed'))
  const confirm = () =>
    run(async () => {
      const request = toEditRequest({ ...valuesOf(movement), pending: false }, movement.version)
      const saved = await editFeedMovement(movement.id, request, [])
      toast(t('movement.confirmed'), feedTitle(saved, t))
    })
  return (
    <Button data-busy={busy || undefined} onClick={() => void confirm()}>
      {t('ui.confirm')}
    </Button>
  )
}

function MovementContent({ movement }: { movement: FeedMovement }) {
  const t = useText()
  const { feedType, inverseTransaction } = movement
  return (
    <>
      <Card title={t('ui.details')}>
        <Fields
          items={[
            { label: t('movement.type'), value: feedKindWord(feedKindOf(movement), t) },
            { label: t('movement.time'), value: dateTime(movement.timestamp, movement.timeZone, t) },
            { label: t('feed.weight'), value: kilograms(movement.weight, t) },
            {
              label: t('feed.type'),
              value:
                feedType && [nameOf(feedType, t.language), feedType.medicated && t('feed.medicated')].filter(Boolean).join(' · '),
            },
            ...(movement.actionType === 'TRANSFER'
              ? [
                  {
                    label: t(movement.action === 'ENTRY' ? 'movement.fromBatch' : 'movement.toBatch'),
                    value: inverseTransaction && (
                      <BatchLink batch={{ id: inverseTransaction.batchId, code: inverseTransaction.code }} />
                    ),
                  },
                ]
              : [{ label: t('feed.factory'), value: movement.feedFactory?.displayName }]),
            ...(movement.silo
              ? [
                  { label: t('feed.silo'), value: movement.silo.displayName },
                  { label: t('feed.siloWeight'), value: kilograms(movement.silo.detectedWeight, t) },
                ]
              : []),
            { label: t('movement.description'), value: movement.typeDescription },
          ]}
        />
        {movement.silo?.disagrees && (
          <div className="silo-note">
            <Note icon={<IconAlertTriangle size={16} aria-hidden />}>
              {t('feed.disagrees', {
                booked: kilograms(movement.weight, t),
                weight: kilograms(movement.silo.detectedWeight, t),
              })}
            </Note>
          </div>
        )}
      </Card>
      <AttachmentsCard attachments={movement.attachments} fetch={name => fetchAttachment(movement.id, name)} />
    </>
  )
}
