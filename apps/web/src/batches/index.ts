// The door of the slice: the batches of houses and rooms.

// Named once: what the first visit loads holds every name.
const one = () => import('./BatchDetails.tsx')

export const pages = {
  '/production/batches': () => import('./BatchList.tsx'),
  '/production/batches/create': () => import('./BatchCreate.tsx'),
  '/production/batches/{batchId}': one,
  '/production/batches/{batchId}/details': one,
} as const
