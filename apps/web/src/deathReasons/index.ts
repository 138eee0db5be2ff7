// The door of the slice: its pages.
export const pages = {
  '/production/deathReasons': () => import('./DeathReasonList.tsx'),
  '/production/deathReasons/create': () => import('./DeathReasonCreate.tsx'),
  '/production/deathReasons/details/{deathReasonsId}': () => import('./DeathReasonDetails.tsx'),
} as const
