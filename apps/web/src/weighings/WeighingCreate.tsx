import { useAnother, useRecordScope } from '../animalMovements/index.ts'
import { useBatch } from '../batches/index.ts'
import { clock } from '../platform/page/clock.ts'
import { useText } from '../platform/texts.tsx'
import { CreateForm } from '../ui/form/edit/CreateForm.tsx'
import { createFieldSetter } from '../ui/form/edit/createFieldSetter.ts'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { useGo } from '../ui/Link.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { WeighingFields } from './WeighingFields.tsx'
import { emptyValues, nextValues, refusedAt, toCreateRequest, validate, type WeighingFormValues } from './weighingForm.ts'
import { createWeighing, weighingsChanged } from './weighings.queries.ts'
import { weighingScope } from './weighingScope.ts'

/** A new weighing, of a batch that is chosen or that the page is of. */
export default function WeighingCreate() {
  const t = useText()
  const go = useGo()
  const scope = useRecordScope(weighingScope)
  const { data: batch } = useBatch(scope.batchId)
  const { form, submit, ref, resetTo } = useEditForm<WeighingFormValues>({
    initial: emptyValues(scope.batchId, clock.now()),
    validate: values => validate(values, clock.now(), t),
    refusedAt,
    save: async (values, key) => {
      const created = await createWeighing(toCreateRequest(values), key)
      await weighingsChanged()
      toast(t('book.created'), `${created.batch.code} · ${t('count.animals', { count: created.number })}`)
      if (another.takeAnother()) resetTo(nextValues(values, clock.now()))
      else go(scope.details(created.id))
    },
  })
  const another = useAnother(ref)
  return (
    <CreateForm
      title={t('weighing.new')}
      back={{ href: scope.back(), label: batch?.code ?? t('nav.weighings') }}
      form={{ submit, ref }}
      footer={another.footer}
    >
      <WeighingFields
        mode="create"
        values={form.values}
        errors={form.errors}
        set={createFieldSetter(form)}
        isScoped={scope.batchId !== null}
      />
    </CreateForm>
  )
}
