// The door of the slice: the pages of people, and everybody's own.
export const pages = {
  '/settings/profile': () => import('./Profile.tsx'),
} as const
