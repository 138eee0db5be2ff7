// The door of the slice: its pages.
export const pages = {
  '/system/audit': () => import('./AuditList.tsx'),
  '/system/audit/{auditid}': () => import('./AuditDetails.tsx'),
} as const
