// Public interface of the slice: the analytics page.
export const pages = {
  '/analytics': () => import('./AnalyticsPage.tsx'),
} as const
