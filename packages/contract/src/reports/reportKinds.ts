import { z } from 'zod'
import type { Permission } from '../users/permissions.ts'

/** File formats of reports. */
export const REPORT_FORMATS = ['PDF', 'XLSX', 'CSV'] as const
export const ReportFormat = z.enum(REPORT_FORMATS)
export type ReportFormat = z.infer<typeof ReportFormat>

/** What a report is about: one batch, several batches, entities over a range of days, or entities as they are now. */
export type ReportSubject = 'BATCH' | 'BATCHES' | 'PERIOD' | 'NOW'

interface ReportKind {
  readonly subject: ReportSubject
  /** The first one is the default. */
  readonly formats: readonly [ReportFormat, ...ReportFormat[]]
  /** Permissions for the content, all of them: of whoever creates, lists or downloads it. */
  readonly needs: readonly Permission[]
}

/** Every type of report. */
export const REPORT_KINDS = {
  BATCH_SUMMARY: { subject: 'BATCH', formats: ['PDF'], needs: ['batches.read'] },
  BATCH_RAW: { subject: 'BATCH', formats: ['XLSX'], needs: ['batches.read'] },
  BATCH_COMPARISON: { subject: 'BATCHES', formats: ['PDF', 'XLSX', 'CSV'], needs: ['batches.read'] },
  ENVIRONMENT: { subject: 'PERIOD', formats: ['PDF', 'XLSX', 'CSV'], needs: ['interfaces.read'] },
  CONSUMPTION: { subject: 'PERIOD', formats: ['PDF', 'XLSX', 'CSV'], needs: ['interfaces.read'] },
  /** It shows prices. */
  ENERGY_COST: { subject: 'PERIOD', formats: ['PDF', 'XLSX', 'CSV'], needs: ['interfaces.read', 'tariffs.read'] },
  EVENTS: { subject: 'PERIOD', formats: ['PDF', 'XLSX', 'CSV'], needs: ['events.read'] },
  SILO_STOCK: { subject: 'NOW', formats: ['PDF', 'XLSX', 'CSV'], needs: ['interfaces.read'] },
  TASKS: { subject: 'PERIOD', formats: ['PDF', 'XLSX', 'CSV'], needs: ['tasks.read'] },
} as const satisfies Readonly<Record<string, ReportKind>>

export type ReportType = keyof typeof REPORT_KINDS
export const REPORT_TYPES = Object.keys(REPORT_KINDS) as [ReportType, ...ReportType[]] // safe: the table's own keys
export const ReportType = z.enum(REPORT_TYPES)

export const reportKind = (type: ReportType): ReportKind => REPORT_KINDS[type]

/** Whether somebody may see the content of a type. */
export const mayReport = (type: ReportType, may: (needed: Permission) => boolean): boolean => reportKind(type).needs.every(may)

/** READY becomes EXPIRED, and its file is deleted, after `REPORT_DAYS`. */
export const REPORT_STATUSES = ['REQUESTED', 'RUNNING', 'READY', 'FAILED', 'EXPIRED'] as const
export const ReportStatus = z.enum(REPORT_STATUSES)
export type ReportStatus = z.infer<typeof ReportStatus>
export const REPORT_DAYS = 30

/** Why a report failed; spoken as `report.error.<camel>`. */
export const REPORT_ERRORS = ['NOT_ALLOWED', 'NOT_FOUND', 'TOO_LONG', 'NO_ROOM', 'INTERNAL'] as const
export const ReportError = z.enum(REPORT_ERRORS)
export type ReportError = z.infer<typeof ReportError>

export const REPORT_FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
export const ReportFrequency = z.enum(REPORT_FREQUENCIES)
export type ReportFrequency = z.infer<typeof ReportFrequency>

export const MOST_REPORT_ENTITIES = 20
export const MOST_REPORT_BATCHES = 10
export const MOST_RECIPIENTS = 20
/** Days of a range. */
export const MOST_REPORT_DAYS = 366

/** Rows of a report by its format; the rest is left out, and the report says so. */
export const MOST_REPORT_ROWS = { PDF: 2_000, XLSX: 20_000, CSV: 100_000 } as const satisfies Record<ReportFormat, number>
