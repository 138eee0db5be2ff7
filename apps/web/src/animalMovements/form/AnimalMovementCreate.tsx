import { useQueryClient } from '@tanstack/react-query'
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

/** A new animal movement, of a batch that is chosen or that the page is of. */
export default function AnimalMovementCreate() {
  const t = useText()
  const go = useGo()
  const queries = useQueryClient()
  const scope = useRecordScope(animalScope)
  const { data: batch } = useBatch(scope.batchId)
  const { form, submit, ref, resetTo } = useEditForm<AnimalFormValues>({
    initial: emptyValues(scope.batchId, clock.now()),
    validate: values => {
      const chosen = queries.getQueryData(batchQuery(values.batchId ?? '').queryKey)
      return validate(values, { isNew: true, needsAge: opensWithoutAge(values.kind, chosen) }, clock.now(), t)
    },
    fieldOf: toFormField,
    refusedAt,
    save: async (values, key) => {
      const created = await createMovement(toCreateRequest(values), values.files, key)
      await movementsChanged()
      toast(t('book.created'), movementTitle(created, t))
      if (another.takeAnother()) resetTo(nextValues(values, clock.now()))
      else go(scope.details(created.id))
    },
  })
  const another = useAnother(ref)
  const set = createFieldSetter(form)
  return (
    <CreateForm
      title={t('movement.new')}
      back={{ href: scope.back(), label: batch?.code ?? t('nav.animalMovements') }}
      form={{ submit, ref }}
      footer={another.footer}
    >
      <div className="stack">
        <AnimalFields mode="create" values={form.values} errors={form.errors} set={set} isScoped={scope.batchId !== null} />
        <AttachmentsField values={form.values} attachments={[]} limits={fileLimits} errors={form.errors} set={set} />
      </div>
    </CreateForm>
  )
}
