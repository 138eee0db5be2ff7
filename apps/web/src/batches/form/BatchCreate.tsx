import { BATCH_ATTACHMENTS, BATCH_FILE_BYTES } from '@steading/contract/production/batches'
import type { EntityChoice } from '@steading/contract/entities/entities'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { to } from '../../platform/navigation/paths.ts'
import { entityQuery, PlaceSelect, usePlaceKnown } from '../../entities/index.ts'
import { clock } from '../../platform/page/clock.ts'
import { parseSearch } from '../../platform/navigation/search.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { AttachmentsField } from '../../ui/attachments/AttachmentsField.tsx'
import { CreateForm } from '../../ui/form/edit/CreateForm.tsx'
import { createFieldSetter } from '../../ui/form/edit/createFieldSetter.ts'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { WhenField } from '../../ui/form/fields/WhenField.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { useGo } from '../../ui/Link.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { Note } from '../../ui/page/Note.tsx'
import { SkeletonPage } from '../../ui/state/Skeletons.tsx'
import { batchesChanged, createBatch } from '../batches.queries.ts'
import { BatchFields } from './BatchFields.tsx'
import { type BatchFormValues, emptyValues, toCreateRequest, toFormField, validateNew } from './batchForm.ts'

const houses = ['SECTOR'] as const
const fileLimits = { files: BATCH_ATTACHMENTS, bytes: BATCH_FILE_BYTES }

/** A new batch. `?entityId=` says in which house or room. */
export default function BatchCreate() {
  const { entityId: asked } = parseSearch(useRouterState({ select: state => state.location.searchStr }))
  const requested = usePlaceKnown(typeof asked === 'string' ? asked : null)
  if (requested === undefined) return <SkeletonPage />
  return <NewBatchForm house={requested?.type === 'SECTOR' ? requested : null} />
}

function NewBatchForm({ house }: { house: EntityChoice | null }) {
  const t = useText()
  const go = useGo()
  const tellError = useTellError()
  const may = useMay()
  const { form, submit, ref } = useEditForm<BatchFormValues>({
    initial: emptyValues(house?.id ?? null, clock.now()),
    validate: values => validateNew(values, clock.now(), t),
    fieldOf: toFormField,
    refusedAt: { CANNOT_CREATE_BATCH_FOR_SECTOR_WITH_OPEN_BATCH_IN_SAME_TIMEFRAME: 'entityId' },
    save: async (values, key) => {
      const created = await createBatch(toCreateRequest(values), values.files, key)
      await batchesChanged()
      toast(t('batch.opened'), created.code)
      go(to('/production/batches/{batchId}/details', { batchId: created.id }))
    },
  })
  const set = createFieldSetter(form)
  const { entityId } = form.values
  const { data: place } = useQuery({ ...entityQuery(entityId ?? ''), enabled: entityId !== null && may('entities.read') })
  const create = () => submit().catch((error: unknown) => tellError(error, t('batch.saveFailed')))
  return (
    <CreateForm
      title={t('batch.new')}
      back={{ href: listHref('/production/batches'), label: t('batch.many') }}
      form={{ submit: create, ref }}
    >
      <div className="stack">
        <BatchFields
          mode="create"
          values={form.values}
          houseArea={place?.usableArea}
          errors={form.errors}
          set={set}
          house={
            <PlaceSelect
              label={t('entity.sector')}
              required
              types={houses}
              known={house}
              value={entityId}
              // Interfaces of another farm do not measure this house.
              onChange={id => set({ entityId: id, siloInterfaceIds: [], waterInterfaceIds: [], feedInterfaceIds: [] })}
              error={errorFor(form.errors, 'entityId')}
            />
          }
          days={
            <WhenField
              label={t('batch.openDate')}
              hint={t('batch.openDateHint')}
              zone={place?.timeZone}
              at={form.values.openDate}
              onChange={at => set({ openDate: at })}
              error={errorFor(form.errors, 'openDate')}
            />
          }
        />
        <AttachmentsField values={form.values} attachments={[]} limits={fileLimits} errors={form.errors} set={set} />
        <Note>{t('batch.codeHint')}</Note>
      </div>
    </CreateForm>
  )
}
