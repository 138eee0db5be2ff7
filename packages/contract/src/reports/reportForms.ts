import { z } from 'zod'
import { ClockTime, Day, DisplayName, Id, TimeZone, Version } from '../http/fields.ts'
import { LANGUAGES } from '../users/languages.ts'
import {
  MOST_RECIPIENTS,
  MOST_REPORT_BATCHES,
  MOST_REPORT_DAYS,
  MOST_REPORT_ENTITIES,
  ReportFormat,
  ReportFrequency,
  reportKind,
  ReportType,
} from './reportKinds.ts'

/** A range of days by the clock of the report's zone, both included. */
export const ReportPeriod = z.strictObject({ fromDay: Day, toDay: Day })
export type ReportPeriod = z.infer<typeof ReportPeriod>

/** When a report recurs, by the clock of its zone. A day that the month lacks is its last day. */
export const ReportRecurrence = z.strictObject({
  frequency: ReportFrequency,
  time: ClockTime,
  /** WEEKLY: 0 is Monday. */
  weekday: z.int().min(0).max(6).nullable().default(null),
  /** MONTHLY: from 1. */
  monthDay: z.int().min(1).max(31).nullable().default(null),
})
export type ReportRecurrence = z.infer<typeof ReportRecurrence>

const list = (most: number) =>
  z
    .array(Id)
    .max(most)
    .refine(ids => new Set(ids).size === ids.length, 'twice')

const DAY = 86_400_000

const content = {
  displayName: DisplayName,
  format: ReportFormat,
  entityIds: list(MOST_REPORT_ENTITIES).default([]),
  batchIds: list(MOST_REPORT_BATCHES).default([]),
  language: z.enum(LANGUAGES),
  timeZone: TimeZone,
  recipientIds: list(MOST_RECIPIENTS).default([]),
} as const

type Refuse = (path: readonly (string | number)[], message: string) => void

/** What a type is about, in which formats. */
function checkSubject(
  type: ReportType,
  { format, entityIds, batchIds }: Readonly<z.output<z.ZodObject<Pick<typeof content, 'format' | 'entityIds' | 'batchIds'>>>>,
  refuse: Refuse,
): void {
  const { subject, formats } = reportKind(type)
  if (!formats.includes(format)) refuse(['format'], 'notListed')
  const least = { BATCH: 1, BATCHES: 2, PERIOD: 0, NOW: 0 }[subject]
  const most = { BATCH: 1, BATCHES: MOST_REPORT_BATCHES, PERIOD: 0, NOW: 0 }[subject]
  if (batchIds.length < least) refuse(['batchIds'], 'required')
  else if (batchIds.length > most) refuse(['batchIds'], 'notListed')
  if (most === 0 && entityIds.length === 0) refuse(['entityIds'], 'required')
  if (most > 0 && entityIds.length > 0) refuse(['entityIds'], 'notListed')
}

function checkRecurrence({ frequency, weekday, monthDay }: ReportRecurrence, refuse: Refuse): void {
  if (frequency === 'WEEKLY' && weekday === null) refuse(['recurrence', 'weekday'], 'required')
  if (frequency === 'MONTHLY' && monthDay === null) refuse(['recurrence', 'monthDay'], 'required')
}

const refuseIn =
  (context: z.RefinementCtx): Refuse =>
  (path, message) =>
    context.addIssue({ code: 'custom', path: [...path], message })

/** A new report. With a recurrence the first one is made at once, and its period follows from the day on which each is made. */
export const CreateReport = z
  .strictObject({
    ...content,
    type: ReportType,
    period: ReportPeriod.nullable().default(null),
    recurrence: ReportRecurrence.nullable().default(null),
  })
  .superRefine((report, context) => {
    const refuse = refuseIn(context)
    const { type, period, recurrence } = report
    checkSubject(type, report, refuse)
    if (reportKind(type).subject === 'PERIOD' && !recurrence) {
      if (!period) refuse(['period', 'fromDay'], 'required')
    } else if (period) refuse(['period', 'fromDay'], 'notListed')
    if (period && period.toDay < period.fromDay) refuse(['period', 'toDay'], 'endBeforeStart')
    else if (period && (Date.parse(period.toDay) - Date.parse(period.fromDay)) / DAY >= MOST_REPORT_DAYS)
      refuse(['period', 'toDay'], 'rangeTooLong')
    if (recurrence) checkRecurrence(recurrence, refuse)
  })
export type CreateReport = z.output<typeof CreateReport>

/** A recurring report; its type stays, and is named so that the rest can be checked. */
export const EditSchedule = z
  .strictObject({ ...content, type: ReportType, recurrence: ReportRecurrence, version: Version })
  .superRefine((schedule, context) => {
    checkSubject(schedule.type, schedule, refuseIn(context))
    checkRecurrence(schedule.recurrence, refuseIn(context))
  })
export type EditSchedule = z.output<typeof EditSchedule>
