import {
  MOST_RECIPIENTS,
  MOST_REPORT_BATCHES,
  MOST_REPORT_ENTITIES,
  REPORT_FREQUENCIES,
  reportKind,
} from '@steading/contract/reports/reportKinds'
import type { ReportType } from '@steading/contract/reports/reportKinds'
import { languageNames, languages } from '@steading/locales/languages'
import { weekdayName } from '@steading/locales/weekdays'
import { batchesAt } from '../batches/index.ts'
import { placesIn } from '../entities/index.ts'
import { PeopleSelect } from '../outbox/index.ts'
import { useText } from '../platform/texts.tsx'
import { errorFor } from '../ui/form/edit/errorFor.ts'
import { Entries } from '../ui/form/edit/FormFields.tsx'
import { ClockField } from '../ui/form/fields/ClockField.tsx'
import { MultiSelectField } from '../ui/form/fields/MultiSelectField.tsx'
import { type Option, SelectField } from '../ui/form/fields/SelectField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { ZoneField } from '../ui/form/fields/ZoneField.tsx'
import { useAsyncOptions } from '../ui/form/options/useAsyncOptions.ts'
import { DayField } from '../ui/moment/DayField.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { withType } from './reportForm.ts'
import type { ReportFormValues } from './reportForm.ts'
import { frequencyWord, typeWord } from './reportWords.tsx'

const WEEK = [0, 1, 2, 3, 4, 5, 6]

/** Names of what an existing report is about. */
export interface KnownNames {
  readonly places: readonly Option<string>[]
  readonly batches: readonly Option<string>[]
  readonly people: readonly Option<string>[]
}
const nothingKnown: KnownNames = { places: [], batches: [], people: [] }

interface FieldsProps {
  /** edit: a recurring report, whose type stays. */
  readonly mode: 'create' | 'edit'
  readonly types: readonly ReportType[]
  readonly values: ReportFormValues
  readonly errors: Readonly<Record<string, unknown>>
  readonly set: (change: Partial<ReportFormValues>) => void
  readonly known?: KnownNames
}

/** What a report is about, when it is made, and for whom. */
export function ReportFields({ mode, types, values, errors, set, known = nothingKnown }: FieldsProps) {
  const t = useText()
  const error = (field: keyof ReportFormValues) => errorFor(errors, field)
  const isNew = mode === 'create'
  return (
    <div className="stack">
      <Card title={t('report.content')}>
        <Entries mode={mode}>
          <TextField
            label={t('ui.name')}
            required
            max={50}
            value={values.displayName}
            onChange={event => set({ displayName: event.currentTarget.value })}
            error={error('displayName')}
          />
          <SelectField
            label={t('report.type.label')}
            required
            disabled={!isNew}
            options={types.map(value => ({ value, label: typeWord(value, t) }))}
            value={values.type}
            onChange={type => type && set(withType(type, values.format))}
            error={error('type')}
          />
          <SelectField
            label={t('report.format')}
            required
            options={reportKind(values.type).formats.map(value => ({ value, label: value }))}
            value={values.format}
            onChange={format => format && set({ format })}
            error={error('format')}
          />
          <SubjectFields values={values} set={set} error={error} known={known} />
          <SelectField
            label={t('report.language')}
            required
            options={languages.map(value => ({ value, label: languageNames[value] }))}
            value={values.language}
            onChange={language => language && set({ language })}
            error={error('language')}
          />
          <ZoneField
            required
            value={values.timeZone}
            onChange={timeZone => timeZone && set({ timeZone })}
            error={error('timeZone')}
          />
        </Entries>
      </Card>
      <Card title={t('report.schedule')}>
        <div className="stack">
          <Entries mode={mode}>
            <RecurrenceFields isNew={isNew} values={values} set={set} error={error} />
            <PeopleSelect
              label={t('report.recipients')}
              value={values.recipientIds}
              known={known.people}
              onChange={recipientIds => set({ recipientIds })}
              max={MOST_RECIPIENTS}
              hint={t('report.recipientsHint')}
              error={error('recipientIds')}
            />
          </Entries>
          {isNew && values.frequency !== 'ONCE' && (
            <Note>{t(reportKind(values.type).subject === 'PERIOD' ? 'report.firstAtOnce' : 'report.firstNow')}</Note>
          )}
        </div>
      </Card>
    </div>
  )
}

interface Part {
  readonly values: ReportFormValues
  readonly set: (change: Partial<ReportFormValues>) => void
  readonly error: (field: keyof ReportFormValues) => string | undefined
}

/** What the chosen type is about. */
function SubjectFields({ values, set, error, known }: Part & { readonly known: KnownNames }) {
  const t = useText()
  const { subject } = reportKind(values.type)
  const isOfBatches = subject === 'BATCH' || subject === 'BATCHES'
  const places = useAsyncOptions(placesIn({}), { chosen: values.entityIds, known: known.places, enabled: !isOfBatches })
  const batches = useAsyncOptions(batchesAt(), { chosen: values.batchIds, known: known.batches, enabled: isOfBatches })
  if (subject === 'BATCH')
    return (
      <SelectField
        label={t('batch.one')}
        required
        options={batches.options}
        value={values.batchIds[0] ?? null}
        onChange={batchId => set({ batchIds: batchId === null ? [] : [batchId] })}
        onSearch={batches.search}
        error={error('batchIds')}
      />
    )
  if (subject === 'BATCHES')
    return (
      <MultiSelectField
        label={t('batch.many')}
        required
        options={batches.options}
        value={values.batchIds}
        onChange={batchIds => set({ batchIds })}
        max={MOST_REPORT_BATCHES}
        onSearch={batches.search}
        error={error('batchIds')}
      />
    )
  return (
    <>
      <MultiSelectField
        label={t('report.places')}
        required
        options={places.options}
        value={values.entityIds}
        onChange={entityIds => set({ entityIds })}
        max={MOST_REPORT_ENTITIES}
        onSearch={places.search}
        error={error('entityIds')}
      />
      {subject === 'PERIOD' && values.frequency === 'ONCE' && (
        <>
          <DayField
            label={t('report.fromDay')}
            required
            value={values.fromDay}
            onChange={day => set({ fromDay: day ?? '' })}
            error={error('fromDay')}
          />
          <DayField
            label={t('report.toDay')}
            required
            value={values.toDay}
            onChange={day => set({ toDay: day ?? '' })}
            error={error('toDay')}
          />
        </>
      )}
    </>
  )
}

function RecurrenceFields({ isNew, values, set, error }: Part & { readonly isNew: boolean }) {
  const t = useText()
  const { frequency } = values
  return (
    <>
      <SelectField
        label={t('report.recurs')}
        required
        options={[
          ...(isNew ? [{ value: 'ONCE' as const, label: t('report.frequency.once') }] : []),
          ...REPORT_FREQUENCIES.map(value => ({ value, label: frequencyWord(value, t) })),
        ]}
        value={frequency}
        onChange={value => value && set({ frequency: value })}
      />
      {frequency === 'WEEKLY' && (
        <SelectField
          label={t('report.weekday')}
          required
          options={WEEK.map(day => ({ value: String(day), label: weekdayName(day, t, 'long') }))}
          value={String(values.weekday)}
          onChange={day => set({ weekday: Number(day) })}
          error={error('weekday')}
        />
      )}
      {frequency === 'MONTHLY' && (
        <SelectField
          label={t('report.monthDay')}
          required
          hint={t('report.monthDayHint')}
          options={Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))}
          value={String(values.monthDay)}
          onChange={day => set({ monthDay: Number(day) })}
          error={error('monthDay')}
        />
      )}
      {frequency !== 'ONCE' && (
        <ClockField
          label={t('report.time')}
          required
          value={values.time}
          onChange={time => set({ time: time ?? '' })}
          error={error('time')}
        />
      )}
    </>
  )
}
