// The door of the slice: its page, and what whoever may mend it is told above every page.
export const pages = {
  '/system/heartbeat': () => import('./AlarmPath.tsx'),
} as const

export const pathBanner = () => import('./PathBanner.tsx')
