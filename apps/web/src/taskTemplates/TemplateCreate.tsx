import { type StartEntity, useStart } from '../entities/index.ts'
import { to } from '../platform/navigation/paths.ts'
import { useText } from '../platform/texts.tsx'
import { CreateForm } from '../ui/form/edit/CreateForm.tsx'
import { createFieldSetter } from '../ui/form/edit/createFieldSetter.ts'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Note } from '../ui/page/Note.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { emptyValues, type TemplateFormValues, toCreateRequest, toFormField, validateNew } from './templateForm.ts'
import { TemplateFields } from './TemplateFields.tsx'
import { createTemplate } from './templates.queries.ts'

/** A new task template; it waits for its approval. */
export default function TemplateCreate() {
  const start = useStart()
  return start === undefined ? <SkeletonPage /> : <NewTemplateForm start={start} />
}

function NewTemplateForm({ start }: { start: StartEntity }) {
  const t = useText()
  const go = useGo()
  const { form, submit, ref } = useEditForm<TemplateFormValues>({
    initial: emptyValues(start?.id ?? null),
    validate: values => validateNew(values, t),
    fieldOf: toFormField,
    save: async values => {
      const created = await createTemplate(toCreateRequest(values))
      toast(t('book.created'), created.displayName)
      go(to('/tasks/templates/details/{taskTemplateId}', { taskTemplateId: created.id }))
    },
  })
  return (
    <CreateForm
      title={t('taskTemplate.new')}
      back={{ href: listHref(to('/tasks/templates')), label: t('nav.taskTemplates') }}
      form={{ submit, ref }}
    >
      <TemplateFields mode="create" values={form.values} errors={form.errors} set={createFieldSetter(form)} />
      <Note>{t('taskTemplate.notApproved')}</Note>
    </CreateForm>
  )
}
