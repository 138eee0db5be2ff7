// The door of the slice: the pages of signing in.
export const pages = {
  '/login': () => import('./Login.tsx'),
} as const
