// The door of the slice: the page where the white labels are looked at.
export const pages = {
  '/themes': () => import('./Themes.tsx'),
} as const
