import { CAUSES, EVENT_CAUSES, EVENT_STATUSES, type EventDetails } from '@steading/contract/events'
import { dateTime, missing } from '@steading/locales/format'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Entries, type FormMode, Shown, useFormMode } from '../ui/form/Entries.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextAreaField, TextField } from '../ui/form/TextField.tsx'
import { WhenField } from '../ui/form/WhenField.tsx'
import { wrongWith } from '../ui/form/wrongWith.ts'
import { Note } from '../ui/page/Note.tsx'
import { BatchField } from './BatchField.tsx'
import { BatchPlaceEntries } from './BatchPlaceEntries.tsx'
import { CategoryMark } from './CategoryMark.tsx'
import { type Desk, categoriesOf } from './desk.ts'
import type { Entered } from './entered.ts'
import { PlaceEntries, TicketPlaceEntries } from './PlaceEntries.tsx'
import { SeverityField } from './SeverityField.tsx'
import { categoryWord, causeWord, originWord, statusWord } from './words.ts'
import './events.css'

interface Props {
  readonly of: Entered
  readonly desk: Desk
  /** The one that is looked at or changed; a new one has none. */
  readonly event?: EventDetails | undefined
  readonly errors?: Readonly<Record<string, unknown>>
  readonly set?: (change: Partial<Entered>) => void
}
const nothingWrong = {}
const notHere = () => undefined

/**
 * What an event or a ticket is, to look at, to change, or to write down. What a rule or the platform said of one stays, and is
 * shown above what a person may change.
 */
export function EventEntries({ mode, ...props }: Props & { mode: FormMode }) {
  const t = useText()
  const { event } = props
  if (mode === 'edit' && event?.origin === 'AUTOMATIC')
    return (
      <div className="stack">
        <Note>{t(event.ruleId === null ? 'event.fixed.platform' : 'event.fixed.rule')}</Note>
        <Entries mode="view">
          <Given {...props} />
        </Entries>
        <Entries mode="edit">
          <Said {...props} />
        </Entries>
      </div>
    )
  return (
    <Entries mode={mode}>
      <Given {...props} />
      <Said {...props} />
    </Entries>
  )
}

/** What it is called, where, how grave, since when. */
function Given({ of, desk, event, errors = nothingWrong, set = notHere }: Props) {
  const t = useText()
  const zone = useZone()
  const isShown = useFormMode() === 'view'
  const wrong = (field: keyof Entered) => wrongWith(errors, field)
  const Places = desk.isHelpdesk ? TicketPlaceEntries : PlaceEntries
  return (
    <>
      <TextField
        label={t('event.title')}
        required
        max={150}
        // In words that the platform has for it: what the form holds is what people type.
        value={isShown && event ? event.title : of.title}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        error={wrong('title')}
      />
      <SeverityField value={of.severityLevel} onChange={severityLevel => set({ severityLevel })} error={wrong('severityLevel')} />
      {desk.batchId !== null && !event ? (
        <BatchPlaceEntries batchId={desk.batchId} of={of} error={wrong('entityId') ?? wrong('batchId')} set={set} />
      ) : (
        <>
          <Places of={of} known={event?.entity} wrong={wrong} set={set} />
          {!desk.isHelpdesk && <BatchField of={of} known={event?.batch} error={wrong('batchId')} set={set} />}
        </>
      )}
      {isShown ? (
        <Shown label={t('event.openDate')}>{of.openDate && <span className="num">{dateTime(of.openDate, zone, t)}</span>}</Shown>
      ) : (
        <WhenField
          label={t('event.openDate')}
          at={of.openDate ?? null}
          onChange={at => set({ openDate: at ?? undefined })}
          error={wrong('openDate')}
        />
      )}
    </>
  )
}

/** What a person says of it. */
function Said({ of, desk, event, errors = nothingWrong, set = notHere }: Props) {
  const t = useText()
  const isShown = useFormMode() === 'view'
  const wrong = (field: keyof Entered) => wrongWith(errors, field)
  const kind = desk.isHelpdesk ? 'isHelpdesk' : 'isEvent'
  const causes = EVENT_CAUSES.filter(one => CAUSES[one][kind] || one === of.cause)
  // What is only told is told once: an event does not become one afterwards.
  const categories = categoriesOf(desk).filter(one => !event || one !== 'NOTIFICATION' || one === event.category)
  return (
    <>
      {isShown ? (
        <Shown label={t('event.category.label')}>{of.category && <CategoryMark category={of.category} />}</Shown>
      ) : (
        <SelectField
          label={t('event.category.label')}
          required
          options={categories.map(one => ({ value: one, label: t(categoryWord[one]) }))}
          value={of.category}
          onChange={category => set({ category })}
          error={wrong('category')}
        />
      )}
      <SelectField
        label={t('event.cause.label')}
        required
        options={causes.map(one => ({ value: one, label: t(causeWord[one]) }))}
        value={of.cause}
        onChange={cause => set({ cause })}
        error={wrong('cause')}
      />
      <SelectField
        label={t('event.status.label')}
        required
        options={EVENT_STATUSES.map(one => ({ value: one, label: t(statusWord[one]) }))}
        value={of.status}
        onChange={status => set({ status: status ?? 'OPEN' })}
        error={wrong('status')}
        hint={of.status === 'CLOSED' && event?.lasts && t('event.hint.stillLasts')}
      />
      {isShown && event && <Shown label={t('event.origin.label')}>{t(originWord[event.origin])}</Shown>}
      <LongEntry
        label={t('event.description')}
        max={500}
        value={of.description}
        onChange={description => set({ description })}
        error={wrong('description')}
      />
      <LongEntry
        label={t('event.additionalNotes')}
        max={1000}
        hint={event && t('event.additionalNotesHint')}
        // Those that are told now begin empty: what was noted before is what there is to see.
        value={isShown && event ? event.additionalNotes : of.additionalNotes}
        onChange={additionalNotes => set({ additionalNotes })}
        error={wrong('additionalNotes')}
      />
    </>
  )
}

/** Several lines, over the whole width. */
function LongEntry({
  value,
  onChange,
  ...props
}: {
  label: string
  max: number
  hint?: string | undefined
  value: string
  onChange: (value: string) => void
  error: string | undefined
}) {
  const mode = useFormMode()
  if (mode === 'view')
    return (
      <div className="event-long">
        <dt>{props.label}</dt>
        <dd>{value === '' ? missing : value}</dd>
      </div>
    )
  return <TextAreaField {...props} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
}
