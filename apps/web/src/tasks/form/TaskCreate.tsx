import type { TaskTemplate } from '@steading/contract/tasks/taskTemplates'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useRecordScope } from '../../animalMovements/index.ts'
import { useBatch } from '../../batches/index.ts'
import { parseSearch } from '../../platform/navigation/search.ts'
import { clock } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { CreateForm } from '../../ui/form/edit/CreateForm.tsx'
import { createFieldSetter } from '../../ui/form/edit/createFieldSetter.ts'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useGo } from '../../ui/Link.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { SkeletonPage } from '../../ui/state/Skeletons.tsx'
import { createTask, templateQuery } from '../tasks.queries.ts'
import { taskScope } from '../taskScope.ts'
import { TaskFields } from './TaskFields.tsx'
import { emptyValues, type TaskFormValues, templateValues, toCreateRequest, toFormField, validateNew } from './taskForm.ts'

const idOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** A new task. `?entityId=` says where, `?templateId=` which template it begins with. */
export default function TaskCreate() {
  const { entityId, templateId } = parseSearch(useRouterState({ select: state => state.location.searchStr }))
  const askedTemplate = idOf(templateId)
  const { data: template, isError } = useQuery({ ...templateQuery(askedTemplate ?? ''), enabled: askedTemplate !== null })
  if (askedTemplate !== null && !template && !isError) return <SkeletonPage />
  return <NewTaskForm entityId={idOf(entityId)} template={template} />
}

function NewTaskForm({ entityId, template }: { entityId: string | null; template: TaskTemplate | undefined }) {
  const t = useText()
  const go = useGo()
  const scope = useRecordScope(taskScope)
  const { data: batch } = useBatch(scope.batchId)
  const empty = emptyValues({ entityId, batchId: scope.batchId }, clock.now())
  const { form, submit, ref } = useEditForm<TaskFormValues>({
    initial: template ? templateValues(template, empty, clock.now()) : empty,
    validate: values => validateNew(values, t),
    fieldOf: toFormField,
    refusedAt: { EVENT_DATE_GTE_LAST_ANI_MOV_DATE: 'startDate' },
    save: async values => {
      const created = await createTask(toCreateRequest(values, template?.id), values.files)
      toast(t('book.created'), created.title)
      go(scope.details(created.id))
    },
  })
  return (
    <CreateForm title={t('task.new')} back={{ href: scope.back(), label: batch?.code ?? t('nav.tasks') }} form={{ submit, ref }}>
      <TaskFields
        mode="create"
        values={form.values}
        errors={form.errors}
        set={createFieldSetter(form)}
        isScoped={scope.batchId !== null}
      />
    </CreateForm>
  )
}
