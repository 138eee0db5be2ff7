export { reportsSlice } from './reports.routes.ts'
export { createReportRunner } from './run/reportRunner.ts'

// What the demo plans.
export { insertReport } from './reports.sql.ts'
export type { ReportDefinition } from './reports.sql.ts'
export { nextDueTime } from './schedules/recurrence.ts'
export { insertSchedule } from './schedules/schedules.sql.ts'
