// The door of the slice: its page.
export const pages = {
  '/rules/groups': () => import('./GroupList.tsx'),
} as const
