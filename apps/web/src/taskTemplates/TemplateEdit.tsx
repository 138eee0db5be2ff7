import type { TaskTemplate } from '@steading/contract/tasks/taskTemplates'
import { quantity } from '@steading/locales/format'
import { speciesName } from '@steading/locales/production'
import type { Translate } from '@steading/locales/text'
import { type ReactNode, useState } from 'react'
import { type ConflictField, conflictEntries } from '../animalMovements/index.ts'
import { useText } from '../platform/texts.tsx'
import { ConflictPanel } from '../ui/form/edit/ConflictPanel.tsx'
import { createFieldSetter } from '../ui/form/edit/createFieldSetter.ts'
import { EditForm } from '../ui/form/edit/EditForm.tsx'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { useSave } from '../ui/form/edit/useSave.ts'
import { severityWord } from '../ui/marks/SeverityMark.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { Note } from '../ui/page/Note.tsx'
import { type TemplateFormValues, toEditRequest, toFormField, toFormValues, validateEdited } from './templateForm.ts'
import { TemplateFields } from './TemplateFields.tsx'
import { editTemplate, freshTemplate } from './templates.queries.ts'
import { triggerText } from './templateWords.ts'

/** The fields that two people may have changed at once; the words are those of the saved template. */
function conflictFields(latest: TaskTemplate, t: Translate): readonly ConflictField<TemplateFormValues>[] {
  const trigger = triggerText(latest.trigger, t)
  return [
    { key: 'displayName', label: t('ui.name'), words: values => values.displayName },
    { key: 'entityId', label: t('entity.generic'), words: () => latest.entity.displayName },
    {
      key: 'species',
      label: t('species.one'),
      words: ({ species }) => (species === null ? t('taskTemplate.everySpecies') : speciesName(species, t)),
    },
    {
      key: 'assigneeIds',
      label: t('task.assignee'),
      words: () => latest.assignees.map(({ shortName }) => shortName).join(', '),
    },
    { key: 'assigneeRoleId', label: t('taskTemplate.assigneeRole'), words: () => latest.assigneeRole?.name ?? '' },
    { key: 'priority', label: t('task.priority'), words: values => t(severityWord[values.priority]) },
    {
      key: 'requiresApproval',
      label: t('task.requiresApproval'),
      words: values => t(values.requiresApproval ? 'ui.yes' : 'ui.no'),
    },
    { key: 'description', label: t('task.description'), words: values => values.description },
    { key: 'trigger', label: t('taskTemplate.trigger'), words: () => trigger },
    { key: 'day', label: t('taskTemplate.day'), words: values => String(values.day ?? '') },
    { key: 'weekdays', label: t('scheduler.weekdays'), words: () => trigger },
    { key: 'time', label: t('taskTemplate.time'), words: values => values.time ?? '' },
    { key: 'dueAfter', label: t('taskTemplate.dueAfter'), words: values => quantity(values.dueAfter, 'h', t, 0) },
    { key: 'checklist', label: t('task.checklist'), words: values => values.checklist.map(({ text }) => text).join('; ') },
  ]
}

/** A task template while somebody changes it. A conflict keeps what was typed and shows what the other user saved. */
export default function TemplateEdit({
  template,
  head,
  leave,
}: {
  template: TaskTemplate
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const t = useText()
  const [base, setBase] = useState(template)
  const { form, dirty, submit, ref, rebase } = useEditForm<TemplateFormValues>({
    initial: toFormValues(template),
    validate: values => validateEdited(values, base.version, t),
    fieldOf: toFormField,
    save: async values => {
      const saved = await editTemplate(template.id, toEditRequest(values, base.version))
      toast(t('state.saved'), saved.displayName)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => freshTemplate(template.id),
    onConflict: now => {
      setBase(now)
      rebase(toFormValues(now))
    },
    what: t('taskTemplate.saveFailed'),
  })
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {latest && (
        <ConflictPanel
          who={latest.lastUpdatedBy?.shortName}
          entries={conflictEntries(form, toFormValues(template), toFormValues(latest), conflictFields(latest, t))}
        />
      )}
      {base.approvalStatus === 'APPROVED' && <Note>{t('taskTemplate.editHint')}</Note>}
      <TemplateFields mode="edit" values={form.values} template={base} errors={form.errors} set={createFieldSetter(form)} />
    </EditForm>
  )
}
