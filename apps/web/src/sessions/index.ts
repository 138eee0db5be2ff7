// The door of the slice: the pages of signing in.
export const pages = {
  '/login': () => import('./Login.tsx'),
  '/setup': () => import('./Setup.tsx'),
} as const
