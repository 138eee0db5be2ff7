import { z } from 'zod'
import { EntityRef } from '../entities/entityRef.ts'
import { byId, Done, Id, many, Stamp, Who } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { BatchRef } from '../production/batchRef.ts'
import { LANGUAGES } from '../users/languages.ts'
import { CreateReport, EditSchedule, ReportPeriod, ReportRecurrence } from './reportForms.ts'
import { ReportError, ReportFormat, ReportStatus, ReportType } from './reportKinds.ts'

export const PDF_TYPE = 'application/pdf'
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const CSV_TYPE = 'text/csv'

export const Report = z.object({
  id: Id,
  displayName: z.string(),
  type: ReportType,
  format: ReportFormat,
  /** The entity that everything in it belongs to. */
  entity: EntityRef,
  status: ReportStatus,
  /** %, while it is running. */
  progress: z.number().int(),
  /** Made by a schedule, which may have ended. */
  isScheduled: z.boolean(),
  creationTimestampUtc: Stamp,
  requestedBy: Who.nullable(),
})
export type Report = z.infer<typeof Report>

/** A recurring report; each time makes a report of its own. */
export const ReportSchedule = z.object({
  id: Id,
  displayName: z.string(),
  type: ReportType,
  format: ReportFormat,
  entity: EntityRef,
  recurrence: ReportRecurrence,
  timeZone: z.string(),
  nextUtc: Stamp,
  recipients: z.array(Who),
  creationTimestampUtc: Stamp,
  /** Whoever created it, or edited it last: it is made with their permissions. */
  requestedBy: Who.nullable(),
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

export const ReportScheduleDetails = ReportSchedule.extend({
  entities: z.array(EntityRef),
  batches: z.array(BatchRef),
  language: z.enum(LANGUAGES),
  createdBy: Who.nullable(),
  lastUpdatedBy: Who.nullable(),
  lastUpdateTimestampUtc: Stamp.nullable(),
  version: z.number().int(),
})
export type ReportScheduleDetails = z.infer<typeof ReportScheduleDetails>

export const ReportDetails = Report.extend({
  entities: z.array(EntityRef),
  batches: z.array(BatchRef),
  period: ReportPeriod.nullable(),
  language: z.enum(LANGUAGES),
  timeZone: z.string(),
  /** null: none, or it has ended. */
  schedule: z.object({ id: Id, recurrence: ReportRecurrence, timeZone: z.string(), nextUtc: Stamp }).nullable(),
  recipients: z.array(Who),
  fileName: z.string().nullable(),
  bytes: z.number().int().nullable(),
  error: ReportError.nullable(),
  finishedUtc: Stamp.nullable(),
  /** When its file is deleted. */
  expiresUtc: Stamp.nullable(),
})
export type ReportDetails = z.infer<typeof ReportDetails>

export const reportPages = paging({
  sorts: ['creationTimestamp', 'displayName', 'id'],
  sort: 'creationTimestamp',
  direction: 'DESC',
})
export const schedulePages = paging({ sorts: ['next', 'displayName', 'id'], sort: 'next', direction: 'ASC' })

export const ReportFilter = z.object({
  search: z.string().trim().max(150).optional(),
  type: many(ReportType).optional(),
  status: many(ReportStatus).optional(),
  /** At this entity or below. */
  entityId: Id.optional(),
})
export type ReportFilter = z.infer<typeof ReportFilter>

export const reports = routes({
  search: {
    method: 'GET',
    path: '/reports/search',
    summary: 'Reports with their state and progress',
    access: 'reports.read',
    query: reportPages.query.extend(ReportFilter.shape),
    reply: reportPages.of(Report),
  },
  schedules: {
    method: 'GET',
    path: '/reports/schedules/search',
    summary: 'Recurring reports, the next one first',
    access: 'reports.read',
    query: schedulePages.query,
    reply: schedulePages.of(ReportSchedule),
  },
  schedule: {
    method: 'GET',
    path: '/reports/schedules/:id',
    summary: 'A recurring report with what each is made of and who receives it',
    access: 'reports.read',
    params: byId,
    reply: ReportScheduleDetails,
  },
  editSchedule: {
    method: 'PUT',
    path: '/reports/schedules/:id',
    summary: 'Changes what a recurring report is made of, when, and for whom; what it has made stays. Its type stays',
    access: 'reports.update',
    params: byId,
    body: EditSchedule,
    reply: ReportScheduleDetails,
  },
  endSchedule: {
    method: 'DELETE',
    path: '/reports/schedules/:id',
    summary: 'Ends a recurring report; what it has made stays',
    access: 'reports.update',
    params: byId,
    reply: Done,
  },
  batchSummary: {
    method: 'GET',
    path: '/reports/batches/:id',
    summary: 'The report of a batch: totals, key figures, week by week, growth, deaths by cause, feed by type (PDF)',
    access: 'batches.read',
    params: byId,
    reply: { file: [PDF_TYPE] },
  },
  batchRaw: {
    method: 'GET',
    path: '/reports/batches/:id/raw',
    summary: 'The raw data of a batch: movements, feed, weighings, consumption of each day, climate (XLSX)',
    access: 'batches.read',
    params: byId,
    reply: { file: [XLSX_TYPE] },
  },
  batchAnalytics: {
    method: 'GET',
    path: '/batches/exportBatchAnalytics/:id',
    summary: 'What the analytics page shows of a batch: key figures, growth against the curve, consumption of each day (XLSX)',
    access: 'batches.read',
    params: byId,
    reply: { file: [XLSX_TYPE] },
  },
  create: {
    method: 'POST',
    path: '/reports',
    summary: 'Requests a report, once or recurring; a job makes it',
    access: 'reports.create',
    body: CreateReport,
    reply: ReportDetails,
  },
  details: {
    method: 'GET',
    path: '/reports/:id',
    summary: 'A report with what it is made of, its schedule and its recipients',
    access: 'reports.read',
    params: byId,
    reply: ReportDetails,
  },
  download: {
    method: 'GET',
    path: '/reports/:id/download',
    summary: 'The file of a report that is ready; audited',
    access: 'reports.read',
    params: byId,
    reply: { file: [PDF_TYPE, XLSX_TYPE, CSV_TYPE] },
  },
  retry: {
    method: 'PUT',
    path: '/reports/:id/retry',
    summary: 'Makes a report that failed or expired again; another stays as it is',
    access: 'reports.update',
    params: byId,
    reply: ReportDetails,
  },
  remove: {
    method: 'DELETE',
    path: '/reports/:id',
    summary: 'Deletes a report and its file; its schedule goes on',
    access: 'reports.delete',
    params: byId,
    reply: Done,
  },
})
