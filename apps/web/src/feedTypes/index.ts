// The door of the slice: its pages.
export const pages = {
  '/production/feedTypes': () => import('./FeedTypeList.tsx'),
  '/production/feedTypes/create': () => import('./FeedTypeCreate.tsx'),
  '/production/feedTypes/details/{feedTypeId}': () => import('./FeedTypeDetails.tsx'),
} as const
