import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { batchQuery, useBatch } from '../../batches/index.ts'
import { clock } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { AttachmentsField } from '../../ui/attachments/AttachmentsField.tsx'
import { CreateForm } from '../../ui/form/edit/CreateForm.tsx'
import { createFieldSetter } from '../../ui/form/edit/createFieldSetter.ts'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useGo } from '../../ui/Link.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { createMovement, movementsChanged } from '../animalMovements.queries.ts'
import { animalScope } from '../animalScope.ts'
import { movementTitle } from '../movementKinds.ts'
import { fileLimits } from '../common/fileLimits.ts'
import { useRecordScope } from '../common/recordScope.ts'
import { useAnother } from '../common/useAnother.tsx'
import { AnimalFields } from './AnimalFields.tsx'
import {
  type AnimalFormValues,
  emptyValues,
  nextValues,
  opensWithoutAge,
  refusedAt,
  toCreateRequest,
  toFormField,
  validate,
} from './animalForm.ts'
import { usualTime } from './movementTime.ts'

/** A new animal movement, of a batch that is chosen or that the page is of. */
export default function AnimalMovementCreate() {
  const t = useText()
  const go = useGo()
  const queries = useQueryClient()
  const scope = useRecordScope(animalScope)
  const [opened] = useState(() => clock.now())
  const [isTimeTyped, setTimeTyped] = useState(false)
  const batchOf = ({ batchId }: AnimalFormValues) => queries.getQueryData(batchQuery(batchId ?? '').queryKey)
  /** With the usual time until somebody types one. */
  const timed = (values: AnimalFormValues): AnimalFormValues =>
    isTimeTyped ? values : { ...values, timestamp: usualTime(values.kind, batchOf(values), opened) }
  const { form, submit, ref, resetTo } = useEditForm<AnimalFormValues>({
    initial: emptyValues(scope.batchId, opened),
    validate: entered => {
      const values = timed(entered)
      return validate(values, { isNew: true, needsAge: opensWithoutAge(values.kind, batchOf(values)) }, clock.now(), t)
    },
    fieldOf: toFormField,
    refusedAt,
    save: async (entered, key) => {
      const values = timed(entered)
      const created = await createMovement(toCreateRequest(values), values.files, key)
      await movementsChanged()
      toast(t('book.created'), movementTitle(created, t))
      if (another.takeAnother()) resetTo(nextValues(values, clock.now()))
      else go(scope.details(created.id))
    },
  })
  const { data: batch } = useBatch(form.values.batchId)
  const another = useAnother(ref)
  const setFields = createFieldSetter(form)
  const set = (change: Partial<AnimalFormValues>) => {
    if ('timestamp' in change) setTimeTyped(true)
    setFields(change)
  }
  return (
    <CreateForm
      title={t('movement.new')}
      back={{ href: scope.back(), label: (scope.batchId !== null && batch?.code) || t('nav.animalMovements') }}
      form={{ submit, ref }}
      footer={another.footer}
    >
      <div className="stack">
        <AnimalFields
          mode="create"
          values={timed(form.values)}
          errors={form.errors}
          set={set}
          isScoped={scope.batchId !== null}
        />
        <AttachmentsField values={form.values} attachments={[]} limits={fileLimits} errors={form.errors} set={set} />
      </div>
    </CreateForm>
  )
}
