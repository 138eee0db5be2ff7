import { Button } from '@mantine/core'
import type { TaskTemplate } from '@steading/contract/tasks/taskTemplates'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { isConflict } from '../platform/api/failures.ts'
import { to } from '../platform/navigation/paths.ts'
import { writeSearch } from '../platform/navigation/search.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { NoteDialog } from '../tasks/index.ts'
import { useGo } from '../ui/Link.tsx'
import { alertDialog } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAsyncAction } from '../ui/overlay/useAsyncAction.ts'
import { DeleteAction } from '../ui/page/DeleteAction.tsx'
import {
  approveTemplate,
  freshTemplate,
  rejectTemplate,
  removeTemplate,
  submitTemplate,
  templatesChanged,
} from './templates.queries.ts'
import { approvalWord } from './templateWords.ts'

/** What can be done with a task template, each with its permission and in its status alone. */
export function TemplateActions({ template, edit, leave }: { template: TaskTemplate; edit: () => void; leave: string }) {
  const t = useText()
  const may = useMay()
  return (
    <>
      {may('taskTemplates.delete') && (
        <DeleteAction
          name={template.displayName}
          hint={t('taskTemplate.deleteHint')}
          failed={t('book.deleteFailed')}
          done={t('book.deleted')}
          remove={() => removeTemplate(template.id)}
          leave={leave}
          onDeleted={() => templatesChanged(template.id)}
        />
      )}
      {may('tasks.update') && (
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          {t('ui.edit')}
        </Button>
      )}
      <ApprovalActions template={template} />
      <CreateTaskAction template={template} />
    </>
  )
}

/** Submit, approve and reject, where the status allows them. */
function ApprovalActions({ template }: { template: TaskTemplate }) {
  const t = useText()
  const may = useMay()
  const { busy, run } = useAsyncAction(t('taskTemplate.saveFailed'))
  const [isRejecting, setIsRejecting] = useState(false)
  const { approvalStatus, displayName } = template
  const take = async (call: (current: TaskTemplate) => Promise<TaskTemplate>) => {
    try {
      const saved = await call(template)
      toast(t(approvalWord[saved.approvalStatus]), saved.displayName)
    } catch (error) {
      if (!isConflict(error)) throw error
      await freshTemplate(template.id)
      await alertDialog({
        title: t('taskTemplate.saveFailed'),
        text: t('task.changedMeanwhile', { name: displayName }),
        yes: t('ui.close'),
      })
    }
  }
  if (approvalStatus === 'DRAFT' || approvalStatus === 'REJECTED')
    return (
      may('tasks.update') && (
        <Button data-busy={busy || undefined} onClick={() => void run(() => take(submitTemplate))}>
          {t('task.sendForApproval')}
        </Button>
      )
    )
  if (approvalStatus !== 'PENDING_APPROVAL' || !may('taskTemplates.approve_reject')) return null
  return (
    <>
      <Button variant="default" onClick={() => setIsRejecting(true)}>
        {t('task.reject')}
      </Button>
      <Button data-busy={busy || undefined} onClick={() => void run(() => take(approveTemplate))}>
        {t('task.approve')}
      </Button>
      {isRejecting && (
        <NoteDialog
          title={t('task.reject')}
          name={displayName}
          hint={t('taskTemplate.rejectHint')}
          word={t('task.reject')}
          isRequired
          failed={t('taskTemplate.saveFailed')}
          save={notes => take(current => rejectTemplate(current, notes))}
          close={() => setIsRejecting(false)}
        />
      )}
    </>
  )
}

/** A task by hand, with what the template says. */
function CreateTaskAction({ template: { id, approvalStatus } }: { template: TaskTemplate }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  if (approvalStatus !== 'APPROVED' || !may('tasks.create')) return null
  return <Button onClick={() => go(to('/tasks/create') + writeSearch({ templateId: id }))}>{t('taskTemplate.createTask')}</Button>
}
