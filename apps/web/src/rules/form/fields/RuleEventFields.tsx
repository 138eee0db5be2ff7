import { EVENT_CATEGORIES, EVENT_STATUSES, type EventCategory, SEVERITIES } from '@steading/contract/events/events'
import type { TextKey } from '@steading/locales/text'
import { duration } from '@steading/locales/format'
import { useText } from '../../../platform/texts.tsx'
import { DurationField } from '../../../ui/form/fields/DurationField.tsx'
import { ReadOnlyField, useFormMode } from '../../../ui/form/edit/FormFields.tsx'
import { SelectField } from '../../../ui/form/fields/SelectField.tsx'
import { SwitchField } from '../../../ui/form/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '../../../ui/form/fields/TextField.tsx'
import { severityWord } from '../../../ui/marks/SeverityMark.tsx'
import { categoryWord } from '../../../events/index.ts'
import type { EventFormValues } from '../../values/eventForm.ts'

const aDay = 86_400
const longestRepeat = 86_340
/** Those of the help desk are opened by people alone. */
const categories: readonly EventCategory[] = EVENT_CATEGORIES.filter(category => !category.startsWith('HELPDESK'))
const statusWords = {
  OPEN: 'event.status.open',
  PENDING: 'event.status.pending',
  CLOSED: 'event.status.closed',
} as const satisfies Record<EventFormValues['status'], TextKey>

/** What the event of a rule is called, how grave it is, and when it opens, is told again and closes. */
export function RuleEventEntries({
  event,
  autoClose,
  wrong,
  set,
  onAutoClose,
}: {
  event: EventFormValues
  autoClose: boolean
  wrong: (field: string) => string | undefined
  set: (change: Partial<EventFormValues>) => void
  onAutoClose: (on: boolean) => void
}) {
  const t = useText()
  const mode = useFormMode()
  return (
    <>
      <TextField
        label={t('event.title')}
        required
        max={150}
        value={event.title}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        error={wrong('title')}
      />
      <SelectField
        label={t('event.category.label')}
        required
        options={categories.map(category => ({ value: category, label: t(categoryWord[category]) }))}
        value={event.category}
        onChange={category => set({ category })}
        error={wrong('category')}
      />
      <TextAreaField
        label={t('rule.event.description')}
        max={500}
        value={event.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        error={wrong('description')}
      />
      <SelectField
        label={t('event.severity.label')}
        required
        options={SEVERITIES.map(severity => ({ value: severity, label: t(severityWord[severity]) }))}
        value={event.severityLevel}
        onChange={severityLevel => set({ severityLevel })}
        error={wrong('severityLevel')}
      />
      <SelectField
        label={t('rule.event.status')}
        required
        hint={event.status === 'CLOSED' ? t('rule.event.closedHint') : undefined}
        options={EVENT_STATUSES.map(status => ({ value: status, label: t(statusWords[status]) }))}
        value={event.status}
        onChange={status => set({ status: status ?? 'OPEN' })}
        error={wrong('status')}
      />
      <DurationField
        label={t('rule.eventDelay')}
        min={0}
        max={aDay}
        hint={t('rule.event.delayHint')}
        value={event.ruleDelay}
        onChange={ruleDelay => set({ ruleDelay })}
        error={wrong('ruleDelay')}
      />
      <SwitchField
        label={t('event.autoClose')}
        checked={autoClose}
        onChange={({ currentTarget }) => onAutoClose(currentTarget.checked)}
      />
      {mode === 'view' ? (
        <ReadOnlyField label={t('rule.event.repeats')}>
          {event.hasRepetitionTime && event.repetitionTime !== null ? duration(event.repetitionTime, t) : t('ui.no')}
        </ReadOnlyField>
      ) : (
        <>
          <SwitchField
            label={t('rule.event.repeats')}
            hint={t('rule.event.repeatsHint')}
            checked={event.hasRepetitionTime}
            onChange={({ currentTarget }) => set({ hasRepetitionTime: currentTarget.checked })}
          />
          {event.hasRepetitionTime && (
            <DurationField
              label={t('rule.repetition')}
              required
              wholeMinutes
              min={60}
              max={longestRepeat}
              value={event.repetitionTime ?? undefined}
              onChange={next => set({ repetitionTime: next ?? null })}
              error={wrong('repetitionTime')}
            />
          )}
        </>
      )}
    </>
  )
}
