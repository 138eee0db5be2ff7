import type { Attachment } from '@steading/contract/attachments'
import { MOST_ASSIGNEES, type TaskDetails } from '@steading/contract/tasks/tasks'
import { AsyncField, fileLimits } from '../../animalMovements/index.ts'
import { batchesAt, useBatch } from '../../batches/index.ts'
import { PlaceSelect, usePlaceZone } from '../../entities/index.ts'
import { PeopleSelect } from '../../outbox/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { AttachmentsField } from '../../ui/attachments/AttachmentsField.tsx'
import { Entries, type FormMode } from '../../ui/form/edit/FormFields.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { SwitchField } from '../../ui/form/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '../../ui/form/fields/TextField.tsx'
import { WhenField } from '../../ui/form/fields/WhenField.tsx'
import { MomentField } from '../../ui/moment/MomentField.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { ChecklistField } from './ChecklistField.tsx'
import { PriorityField } from './PriorityField.tsx'
import type { CheckLine, TaskFormValues } from './taskForm.ts'

const noAttachments: readonly Attachment[] = []
/** Where tasks are: farms, their houses and rooms. */
const PLACES = ['FARM', 'SECTOR'] as const
const newLine: CheckLine = { text: '', done: false }

/** The clock of a task: that of its place, or else of its batch. */
function useTaskZone(entityId: string | null, batchId: string | null): string | undefined {
  const may = useMay()
  const placeZone = usePlaceZone(entityId)
  const { data: batch } = useBatch(may('batches.read') ? batchId : null)
  return placeZone ?? batch?.timeZone
}

/** The fields of a task. */
export function TaskFields({
  mode,
  values,
  task,
  errors,
  set,
  isScoped,
}: {
  mode: Exclude<FormMode, 'view'>
  values: TaskFormValues
  /** The stored task; absent: a new one. */
  task?: TaskDetails
  errors: Readonly<Record<string, unknown>>
  set: (change: Partial<TaskFormValues>) => void
  /** The page is of one batch. */
  isScoped: boolean
}) {
  const t = useText()
  const may = useMay()
  const zone = useTaskZone(values.entityId, values.batchId) ?? task?.timeZone
  // Only those who may approve waive the approval of a stored task.
  const isApprovalFixed = task?.requiresApproval === true && !may('taskTemplates.approve_reject')
  const isBatchChoosable = !isScoped && may('batches.read')
  return (
    <div className="stack">
      <Card title={t('ui.details')}>
        <Entries mode={mode}>
          <TextField
            label={t('task.title')}
            required
            max={150}
            autoComplete="off"
            value={values.title}
            error={errorFor(errors, 'title')}
            onChange={event => set({ title: event.currentTarget.value })}
          />
          <PlaceSelect
            label={t('entity.generic')}
            required={values.batchId === null}
            types={PLACES}
            known={task?.entity}
            hint={values.batchId === null ? undefined : t('task.placeHint')}
            value={values.entityId}
            onChange={entityId => set({ entityId })}
            error={errorFor(errors, 'entityId')}
          />
          {isBatchChoosable && (
            <AsyncField
              label={t('batch.one')}
              source={batchesAt(values.entityId ?? undefined)}
              value={values.batchId}
              onChange={batchId => set({ batchId })}
              error={errorFor(errors, 'batchId')}
            />
          )}
          <PeopleSelect
            label={t('task.assignee')}
            max={MOST_ASSIGNEES}
            sees={values.entityId ?? undefined}
            known={task?.assignees.map(({ userId, shortName }) => ({ value: userId, label: shortName })) ?? []}
            value={values.assigneeIds}
            onChange={assigneeIds => set({ assigneeIds })}
            error={errorFor(errors, 'assigneeIds')}
          />
          <div className="when-field">
            <MomentField
              label={t('task.startDate')}
              zone={zone}
              at={values.startDate ?? undefined}
              error={errorFor(errors, 'startDate')}
              onChange={at => set({ startDate: at ?? null })}
            />
          </div>
          <WhenField
            label={t('task.dueDate')}
            zone={zone}
            at={values.dueDate}
            error={errorFor(errors, 'dueDate')}
            onChange={dueDate => set({ dueDate })}
          />
          <PriorityField value={values.priority} onChange={priority => set({ priority })} />
          <SwitchField
            label={t('task.requiresApproval')}
            checked={values.requiresApproval}
            disabled={isApprovalFixed && values.requiresApproval}
            error={errorFor(errors, 'requiresApproval')}
            onChange={event => set({ requiresApproval: event.currentTarget.checked })}
          />
          <TextAreaField
            label={t('task.description')}
            max={500}
            value={values.description}
            error={errorFor(errors, 'description')}
            onChange={event => set({ description: event.currentTarget.value })}
          />
          <TextAreaField
            label={t('task.additionalNotes')}
            max={1000}
            value={values.additionalNotes}
            error={errorFor(errors, 'additionalNotes')}
            onChange={event => set({ additionalNotes: event.currentTarget.value })}
          />
        </Entries>
      </Card>
      <ChecklistField value={values.checklist} newLine={newLine} onChange={checklist => set({ checklist })} errors={errors} />
      <AttachmentsField
        values={values}
        attachments={task?.attachments ?? noAttachments}
        limits={fileLimits}
        errors={errors}
        set={set}
      />
    </div>
  )
}
