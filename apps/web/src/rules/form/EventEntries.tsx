import { EVENT_CATEGORIES, EVENT_STATUSES, type EventCategory, SEVERITIES } from '@steading/contract/events'
import type { TextKey } from '@steading/locales/text'
import { duration } from '@steading/locales/format'
import { useText } from '../../platform/texts.tsx'
import { DurationField } from '../../ui/form/DurationField.tsx'
import { Shown, useFormMode } from '../../ui/form/Entries.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { SwitchField } from '../../ui/form/SwitchField.tsx'
import { TextAreaField, TextField } from '../../ui/form/TextField.tsx'
import { severityWord } from '../../ui/marks/SeverityMark.tsx'
import { categoryWord } from '../../events/index.ts'
import type { EnteredEvent } from './event.ts'

const aDay = 86_400
const longestRepeat = 86_340
/** Those of the help desk are opened by people alone. */
const categories: readonly EventCategory[] = EVENT_CATEGORIES.filter(one => !one.startsWith('HELPDESK'))
const statusWords = {
  OPEN: 'event.status.open',
  PENDING: 'event.status.pending',
  CLOSED: 'event.status.closed',
} as const satisfies Record<EnteredEvent['status'], TextKey>

/** What the event of a rule is called, how grave it is, and when it opens, is told again and closes. */
export function EventEntries({
  event,
  autoClose,
  wrong,
  set,
  onAutoClose,
}: {
  event: EnteredEvent
  autoClose: boolean
  wrong: (field: string) => string | undefined
  set: (change: Partial<EnteredEvent>) => void
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
        options={categories.map(one => ({ value: one, label: t(categoryWord[one]) }))}
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
        options={SEVERITIES.map(one => ({ value: one, label: t(severityWord[one]) }))}
        value={event.severityLevel}
        onChange={severityLevel => set({ severityLevel })}
        error={wrong('severityLevel')}
      />
      <SelectField
        label={t('rule.event.status')}
        required
        hint={event.status === 'CLOSED' ? t('rule.event.closedHint') : undefined}
        options={EVENT_STATUSES.map(one => ({ value: one, label: t(statusWords[one]) }))}
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
        <Shown label={t('rule.event.repeats')}>
          {event.hasRepetitionTime && event.repetitionTime !== null ? duration(event.repetitionTime, t) : t('ui.no')}
        </Shown>
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
