// The door of the slice: its pages.
export const pages = {
  '/reports': () => import('./ReportList.tsx'),
  '/reports/create': () => import('./ReportCreate.tsx'),
  '/reports/schedules/{scheduleId}/edit': () => import('./ScheduleEdit.tsx'),
  '/reports/{reportId}/details': () => import('./ReportDetails.tsx'),
} as const
