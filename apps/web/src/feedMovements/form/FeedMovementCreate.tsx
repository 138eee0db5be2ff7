import { fileLimits, useAnother, useRecordScope } from '../../animalMovements/index.ts'
import { useBatch } from '../../batches/index.ts'
import { clock } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { AttachmentsField } from '../../ui/attachments/AttachmentsField.tsx'
import { CreateForm } from '../../ui/form/edit/CreateForm.tsx'
import { createFieldSetter } from '../../ui/form/edit/createFieldSetter.ts'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useGo } from '../../ui/Link.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { feedTitle } from '../feedKinds.ts'
import { createFeedMovement, feedChanged } from '../feedMovements.queries.ts'
import { feedScope } from '../feedScope.ts'
import { FeedFields } from './FeedFields.tsx'
import { emptyValues, type FeedFormValues, nextFeed, refusedAt, toCreateRequest, toFormField, validate } from './feedForm.ts'

/** A new feed movement, of a batch that is chosen or that the page is of. */
export default function FeedMovementCreate() {
  const t = useText()
  const go = useGo()
  const scope = useRecordScope(feedScope)
  const { data: batch } = useBatch(scope.batchId)
  const { form, submit, ref, resetTo } = useEditForm<FeedFormValues>({
    initial: emptyValues(scope.batchId, clock.now()),
    validate: values => validate(values, true, clock.now(), t),
    fieldOf: toFormField,
    refusedAt,
    save: async (values, key) => {
      const created = await createFeedMovement(toCreateRequest(values), values.files, key)
      await feedChanged()
      toast(t('book.created'), feedTitle(created, t))
      if (another.takeAnother()) resetTo({ ...nextFeed(values, clock.now()), files: [], removed: [] })
      else go(scope.details(created.id))
    },
  })
  const another = useAnother(ref)
  const set = createFieldSetter(form)
  return (
    <CreateForm
      title={t('feed.movement.new')}
      back={{ href: scope.back(), label: batch?.code ?? t('nav.feedMovements') }}
      form={{ submit, ref }}
      footer={another.footer}
    >
      <div className="stack">
        <FeedFields mode="create" values={form.values} errors={form.errors} set={set} isScoped={scope.batchId !== null} />
        <AttachmentsField values={form.values} attachments={[]} limits={fileLimits} errors={form.errors} set={set} />
      </div>
    </CreateForm>
  )
}
