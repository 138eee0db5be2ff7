import { CAUSES, EVENT_CAUSES, EVENT_STATUSES, type EventDetails } from '@steading/contract/events/events'
import { useBatch } from '../../batches/index.ts'
import { usePlaceZone } from '../../entities/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextAreaField, TextField } from '../../ui/form/fields/TextField.tsx'
import { WhenField } from '../../ui/form/fields/WhenField.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { Note } from '../../ui/page/Note.tsx'
import { BatchField } from './BatchField.tsx'
import { BatchPlaceEntries } from './BatchPlaceEntries.tsx'
import { DescribingValues } from '../details/EventValues.tsx'
import { type EventScope, categoriesOf } from '../eventScope.ts'
import type { EventFormValues } from './eventForm.ts'
import { PlaceEntries, TicketPlaceEntries } from './PlaceEntries.tsx'
import { SeverityField } from './SeverityField.tsx'
import { categoryWord, causeWord, statusWord } from '../words.ts'
import '../events.css'

interface Props {
  readonly values: EventFormValues
  readonly scope: EventScope
  /** The event that is changed; undefined while one is created. */
  readonly event?: EventDetails | undefined
  readonly errors: Readonly<Record<string, unknown>>
  readonly set: (change: Partial<EventFormValues>) => void
}

/**
 * Form fields of an event or a ticket. The describing values of an event that a rule or the platform opened are fixed: they are
 * shown above the fields.
 */
export function EventEntries(props: Props) {
  const t = useText()
  const { event, scope } = props
  if (event?.origin === 'AUTOMATIC')
    return (
      <div className="stack">
        <Note>{t(event.ruleId === null ? 'event.fixed.platform' : 'event.fixed.rule')}</Note>
        <Entries mode="view">
          <DescribingValues event={event} scope={scope} />
        </Entries>
        <Entries mode="edit">
          <EditableFields {...props} />
        </Entries>
      </div>
    )
  return (
    <Entries mode={event ? 'edit' : 'create'}>
      <DescribingFields {...props} />
      <EditableFields {...props} />
    </Entries>
  )
}

/** Title, severity, place, batch and start of an event. */
function DescribingFields({ values, scope, event, errors, set }: Props) {
  const t = useText()
  const wrong = (field: keyof EventFormValues) => errorFor(errors, field)
  // The batch of an event is found by the days of its house.
  const placeZone = usePlaceZone(values.sectorId ?? values.entityId)
  const { data: batch } = useBatch(scope.batchId)
  const Places = scope.isHelpdesk ? TicketPlaceEntries : PlaceEntries
  return (
    <>
      <TextField
        label={t('event.title')}
        required
        max={150}
        value={values.title}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        error={wrong('title')}
      />
      <SeverityField
        value={values.severityLevel}
        onChange={severityLevel => set({ severityLevel })}
        error={wrong('severityLevel')}
      />
      {scope.batchId !== null && !event ? (
        <BatchPlaceEntries batchId={scope.batchId} values={values} error={wrong('entityId') ?? wrong('batchId')} set={set} />
      ) : (
        <>
          <Places values={values} known={event?.entity} wrong={wrong} set={set} />
          {!scope.isHelpdesk && <BatchField values={values} error={wrong('batchId')} set={set} />}
        </>
      )}
      <WhenField
        label={t('event.openDate')}
        zone={placeZone ?? batch?.timeZone}
        at={values.openDate ?? null}
        onChange={at => set({ openDate: at ?? undefined })}
        error={wrong('openDate')}
      />
    </>
  )
}

/** Category, cause, status and texts: always editable. */
function EditableFields({ values, scope, event, errors, set }: Props) {
  const t = useText()
  const wrong = (field: keyof EventFormValues) => errorFor(errors, field)
  const kind = scope.isHelpdesk ? 'isHelpdesk' : 'isEvent'
  const causes = EVENT_CAUSES.filter(cause => CAUSES[cause][kind] || cause === values.cause)
  // NOTIFICATION can be chosen when creating, not when editing.
  const categories = categoriesOf(scope).filter(category => !event || category !== 'NOTIFICATION' || category === event.category)
  return (
    <>
      <SelectField
        label={t('event.category.label')}
        required
        options={categories.map(category => ({ value: category, label: t(categoryWord[category]) }))}
        value={values.category}
        onChange={category => set({ category })}
        error={wrong('category')}
      />
      <SelectField
        label={t('event.cause.label')}
        required
        options={causes.map(cause => ({ value: cause, label: t(causeWord[cause]) }))}
        value={values.cause}
        onChange={cause => set({ cause })}
        error={wrong('cause')}
      />
      <SelectField
        label={t('event.status.label')}
        required
        options={EVENT_STATUSES.map(status => ({ value: status, label: t(statusWord[status]) }))}
        value={values.status}
        onChange={status => set({ status: status ?? 'OPEN' })}
        error={wrong('status')}
        hint={values.status === 'CLOSED' && event?.lasts && t('event.hint.stillLasts')}
      />
      <TextAreaField
        label={t('event.description')}
        max={500}
        value={values.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        error={wrong('description')}
      />
      <TextAreaField
        label={t('event.additionalNotes')}
        max={1000}
        hint={event && t('event.additionalNotesHint')}
        // Notes belong to one change: the form starts with none.
        value={values.additionalNotes}
        onChange={({ currentTarget }) => set({ additionalNotes: currentTarget.value })}
        error={wrong('additionalNotes')}
      />
    </>
  )
}
