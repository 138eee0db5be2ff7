import type { CreateReport, EditSchedule, ReportRecurrence } from '@steading/contract/reports/reportForms'
import type { ReportScheduleDetails } from '@steading/contract/reports/reports'
import { mayReport, reportKind, REPORT_TYPES } from '@steading/contract/reports/reportKinds'
import type { ReportFormat, ReportFrequency, ReportType } from '@steading/contract/reports/reportKinds'
import type { Permission } from '@steading/contract/users/permissions'
import type { Language } from '@steading/contract/users/languages'

/** The values of the form; what the chosen type does not use stays, and is not sent. */
export interface ReportFormValues {
  readonly displayName: string
  readonly type: ReportType
  readonly format: ReportFormat
  readonly entityIds: readonly string[]
  readonly batchIds: readonly string[]
  readonly fromDay: string
  readonly toDay: string
  readonly frequency: 'ONCE' | ReportFrequency
  readonly time: string
  readonly weekday: number
  readonly monthDay: number
  readonly language: Language
  readonly timeZone: string
  readonly recipientIds: readonly string[]
}

/** The types whose content somebody may see. */
export const offeredTypes = (may: (asked: Permission) => boolean): readonly ReportType[] =>
  REPORT_TYPES.filter(type => mayReport(type, may))

/** Another type keeps the format where it has it. */
export const withType = (type: ReportType, format: ReportFormat) => {
  const { formats } = reportKind(type)
  return { type, format: formats.includes(format) ? format : formats[0] }
}

/** What a one-off and a recurring report have in common. */
function contentOf(values: ReportFormValues) {
  const { displayName, type, format, language, timeZone } = values
  const { subject } = reportKind(type)
  const isOfBatches = subject === 'BATCH' || subject === 'BATCHES'
  return {
    displayName,
    type,
    format,
    entityIds: isOfBatches ? [] : [...values.entityIds],
    // Another type may have had several.
    batchIds: isOfBatches ? values.batchIds.slice(0, subject === 'BATCH' ? 1 : undefined) : [],
    language,
    timeZone,
    recipientIds: [...values.recipientIds],
  }
}

const recurrenceOf = ({ time, weekday, monthDay }: ReportFormValues, frequency: ReportFrequency): ReportRecurrence => ({
  frequency,
  time,
  weekday: frequency === 'WEEKLY' ? weekday : null,
  monthDay: frequency === 'MONTHLY' ? monthDay : null,
})

export function toCreateRequest(values: ReportFormValues): CreateReport {
  const { type, frequency, fromDay, toDay } = values
  return {
    ...contentOf(values),
    period: reportKind(type).subject === 'PERIOD' && frequency === 'ONCE' ? { fromDay, toDay } : null,
    recurrence: frequency === 'ONCE' ? null : recurrenceOf(values, frequency),
  }
}

/** The values of a recurring report; it has no period. */
export const toFormValues = (schedule: ReportScheduleDetails): ReportFormValues => ({
  displayName: schedule.displayName,
  type: schedule.type,
  format: schedule.format,
  entityIds: schedule.entities.map(({ id }) => id),
  batchIds: schedule.batches.map(({ id }) => id),
  fromDay: '',
  toDay: '',
  frequency: schedule.recurrence.frequency,
  time: schedule.recurrence.time,
  weekday: schedule.recurrence.weekday ?? 0,
  monthDay: schedule.recurrence.monthDay ?? 1,
  language: schedule.language,
  timeZone: schedule.timeZone,
  recipientIds: schedule.recipients.map(({ userId }) => userId),
})

export const toEditRequest = (values: ReportFormValues, version: number): EditSchedule => ({
  ...contentOf(values),
  recurrence: recurrenceOf(values, values.frequency === 'ONCE' ? 'DAILY' : values.frequency),
  version,
})

const FIELDS: Readonly<Record<string, keyof ReportFormValues>> = {
  'period.fromDay': 'fromDay',
  'period.toDay': 'toDay',
  'recurrence.time': 'time',
  'recurrence.weekday': 'weekday',
  'recurrence.monthDay': 'monthDay',
}

/** The field of the form for a field of the request. */
export const fieldOf = (field: string): string => FIELDS[field] ?? field
