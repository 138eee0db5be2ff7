import { TASK_TRIGGERS, type TaskTemplate } from '@steading/contract/tasks/taskTemplates'
import { MOST_ASSIGNEES } from '@steading/contract/tasks/tasks'
import { weekdayName } from '@steading/locales/weekdays'
import { useQuery } from '@tanstack/react-query'
import { PlaceSelect } from '../entities/index.ts'
import { PeopleSelect } from '../outbox/index.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { SpeciesField } from '../species/index.ts'
import { ChecklistField, PriorityField } from '../tasks/index.ts'
import { Entries, type FormMode } from '../ui/form/edit/FormFields.tsx'
import { errorFor } from '../ui/form/edit/errorFor.ts'
import { CheckGroup } from '../ui/form/fields/CheckGroup.tsx'
import { ClockField } from '../ui/form/fields/ClockField.tsx'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { SwitchField } from '../ui/form/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '../ui/form/fields/TextField.tsx'
import { Card } from '../ui/page/Card.tsx'
import type { TemplateFormValues } from './templateForm.ts'
import { rolesQuery } from './templates.queries.ts'
import { triggerWord } from './templateWords.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
const MOST_DAYS = 600
const MOST_HOURS = 24 * 60
const newLine = { text: '' }

interface Props {
  readonly values: TemplateFormValues
  readonly errors: Readonly<Record<string, unknown>>
  readonly set: (change: Partial<TemplateFormValues>) => void
}

/** The fields of a task template. */
export function TemplateFields({
  mode,
  template,
  ...props
}: Props & {
  mode: Exclude<FormMode, 'view'>
  /** The stored template; absent: a new one. */
  template?: TaskTemplate
}) {
  const t = useText()
  const { values, errors, set } = props
  return (
    <div className="stack">
      <Card title={t('ui.details')}>
        <Entries mode={mode}>
          <TextField
            label={t('ui.name')}
            required
            max={50}
            autoComplete="off"
            value={values.displayName}
            error={errorFor(errors, 'displayName')}
            onChange={event => set({ displayName: event.currentTarget.value })}
          />
          <PlaceSelect
            label={t('entity.generic')}
            required
            known={template?.entity}
            value={values.entityId}
            onChange={entityId => set({ entityId })}
            error={errorFor(errors, 'entityId')}
          />
          <SpeciesField value={values.species} onChange={species => set({ species })} error={errorFor(errors, 'species')} />
          <PeopleSelect
            label={t('task.assignee')}
            max={MOST_ASSIGNEES}
            sees={values.entityId ?? undefined}
            known={template?.assignees.map(({ userId, shortName }) => ({ value: userId, label: shortName })) ?? []}
            value={values.assigneeIds}
            onChange={assigneeIds => set({ assigneeIds })}
            error={errorFor(errors, 'assigneeIds')}
          />
          <RoleField {...props} known={template?.assigneeRole ?? null} />
          <PriorityField value={values.priority} onChange={priority => set({ priority })} />
          <SwitchField
            label={t('task.requiresApproval')}
            checked={values.requiresApproval}
            onChange={event => set({ requiresApproval: event.currentTarget.checked })}
          />
          <TextAreaField
            label={t('task.description')}
            max={500}
            value={values.description}
            error={errorFor(errors, 'description')}
            onChange={event => set({ description: event.currentTarget.value })}
          />
        </Entries>
      </Card>
      <TriggerCard mode={mode} {...props} />
      <ChecklistField value={values.checklist} newLine={newLine} onChange={checklist => set({ checklist })} errors={errors} />
    </div>
  )
}

/** Everybody of a role, as far as one may know the roles of the place. */
function RoleField({ values, errors, set, known }: Props & { known: { readonly id: string; readonly name: string } | null }) {
  const t = useText()
  const may = useMay()
  const { entityId, assigneeRoleId } = values
  const { data: found = [] } = useQuery({
    ...rolesQuery(entityId ?? ''),
    enabled: entityId !== null && may(['entities.read', 'users.create', 'users.update']),
  })
  const names = known && !found.some(({ id }) => id === known.id) ? [known, ...found] : found
  return (
    <SelectField
      label={t('taskTemplate.assigneeRole')}
      options={names.map(({ id, name }) => ({ value: id, label: name }))}
      value={assigneeRoleId}
      disabled={entityId === null}
      onChange={id => set({ assigneeRoleId: id })}
      error={errorFor(errors, 'assigneeRoleId')}
    />
  )
}

/** When it makes a task, and when that is due. */
function TriggerCard({ mode, values, errors, set }: Props & { mode: Exclude<FormMode, 'view'> }) {
  const t = useText()
  return (
    <Card title={t('taskTemplate.trigger')}>
      <Entries mode={mode}>
        <SelectField
          label={t('taskTemplate.trigger')}
          required
          options={TASK_TRIGGERS.map(type => ({ value: type, label: t(triggerWord[type]) }))}
          value={values.trigger}
          onChange={type => type && set({ trigger: type })}
        />
        {values.trigger === 'BATCH_DAY' && (
          <NumberField
            label={t('taskTemplate.day')}
            hint={t('taskTemplate.dayHint')}
            required
            min={0}
            max={MOST_DAYS}
            value={values.day}
            error={errorFor(errors, 'day')}
            onChange={day => set({ day })}
          />
        )}
        {values.trigger === 'WEEKLY' && (
          <>
            <CheckGroup
              label={t('scheduler.weekdays')}
              min={1}
              options={WEEKDAYS.map(day => ({ value: String(day), label: weekdayName(day - 1, t, 'long') }))}
              value={values.weekdays.map(String)}
              error={errorFor(errors, 'weekdays')}
              onChange={days => set({ weekdays: days.map(Number) })}
            />
            <ClockField
              label={t('taskTemplate.time')}
              required
              value={values.time}
              error={errorFor(errors, 'time')}
              onChange={time => set({ time })}
            />
          </>
        )}
        <NumberField
          label={t('taskTemplate.dueAfter')}
          unit="h"
          required
          min={1}
          max={MOST_HOURS}
          value={values.dueAfter}
          error={errorFor(errors, 'dueAfter')}
          onChange={dueAfter => set({ dueAfter })}
        />
      </Entries>
    </Card>
  )
}
