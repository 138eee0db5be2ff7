// The door of the slice: an alarm by the link of a message, without signing in.
export const pages = {
  '/alarm': () => import('./AlarmPage.tsx'),
} as const
