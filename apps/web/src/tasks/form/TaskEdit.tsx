import type { TaskDetails } from '@steading/contract/tasks/tasks'
import { dateTime } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { type ReactNode, useState } from 'react'
import { type ConflictField, conflictEntries } from '../../animalMovements/index.ts'
import { useText } from '../../platform/texts.tsx'
import { ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { createFieldSetter } from '../../ui/form/edit/createFieldSetter.ts'
import { EditForm } from '../../ui/form/edit/EditForm.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { severityWord } from '../../ui/marks/SeverityMark.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { editTask, freshTask } from '../tasks.queries.ts'
import { TaskFields } from './TaskFields.tsx'
import { type TaskFormValues, toEditRequest, toFormField, toFormValues, validateEdited } from './taskForm.ts'

/** The fields that two people may have changed at once. */
function conflictFields(
  latest: TaskDetails,
  nameOf: (userId: string) => string,
  t: Translate,
): readonly ConflictField<TaskFormValues>[] {
  const when = (at: string | null) => (at === null ? '' : dateTime(at, latest.timeZone, t))
  return [
    { key: 'title', label: t('task.title'), words: values => values.title },
    { key: 'entityId', label: t('entity.generic'), words: () => latest.entity.displayName },
    { key: 'batchId', label: t('batch.one'), words: () => latest.batch?.code ?? '' },
    { key: 'assigneeIds', label: t('task.assignee'), words: values => values.assigneeIds.map(nameOf).join(', ') },
    { key: 'startDate', label: t('task.startDate'), words: values => when(values.startDate) },
    { key: 'dueDate', label: t('task.dueDate'), words: values => when(values.dueDate) },
    { key: 'priority', label: t('task.priority'), words: values => t(severityWord[values.priority]) },
    {
      key: 'requiresApproval',
      label: t('task.requiresApproval'),
      words: values => t(values.requiresApproval ? 'ui.yes' : 'ui.no'),
    },
    { key: 'description', label: t('task.description'), words: values => values.description },
    {
      key: 'checklist',
      label: t('task.checklist'),
      words: values => values.checklist.map(({ text, done }) => `${done ? '✓' : '–'} ${text}`).join('; '),
    },
  ]
}

/** A task while somebody changes it. A conflict keeps what was typed and shows what the other user saved. */
export default function TaskEdit({
  task,
  head,
  leave,
}: {
  task: TaskDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const t = useText()
  const [base, setBase] = useState(task)
  const { form, dirty, submit, ref, rebase } = useEditForm<TaskFormValues>({
    initial: toFormValues(task),
    validate: values => validateEdited(values, base.version, t),
    fieldOf: toFormField,
    refusedAt: { EVENT_DATE_GTE_LAST_ANI_MOV_DATE: 'startDate' },
    save: async values => {
      const saved = await editTask(task.id, toEditRequest(values, base.version), values.files)
      toast(t('state.saved'), saved.title)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => freshTask(task.id),
    onConflict: now => {
      setBase(now)
      rebase(toFormValues(now))
    },
    what: t('task.saveFailed'),
  })
  const nameOf = (id: string) => latest?.assignees.find(({ userId }) => userId === id)?.shortName ?? id
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {latest && (
        <ConflictPanel
          who={latest.lastUpdatedBy?.shortName}
          entries={conflictEntries(form, toFormValues(task), toFormValues(latest), conflictFields(latest, nameOf, t))}
        />
      )}
      <TaskFields
        mode="edit"
        values={form.values}
        task={base}
        errors={form.errors}
        set={createFieldSetter(form)}
        isScoped={false}
      />
    </EditForm>
  )
}
