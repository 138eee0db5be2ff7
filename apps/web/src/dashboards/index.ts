// The door of the slice: home.
export const pages = {
  '/': () => import('./Home.tsx'),
  '/farmview': () => import('./Home.tsx'),
} as const
