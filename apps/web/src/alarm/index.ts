// The door of the slice: an alarm or a drill by the link of a message, without signing in.
export const pages = {
  '/alarm': () => import('./AlarmPage.tsx'),
  '/drill': () => import('./DrillPage.tsx'),
} as const
