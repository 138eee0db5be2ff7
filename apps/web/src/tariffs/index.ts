// The door of the slice: its pages.
export const pages = {
  '/system/tariffs': () => import('./TariffList.tsx'),
  '/system/tariffs/create': () => import('./TariffCreate.tsx'),
  '/system/tariffs/{tariffid}/details': () => import('./TariffDetails.tsx'),
  '/system/tariffs/{tariffid}/periods': () => import('./TariffPeriods.tsx'),
} as const
