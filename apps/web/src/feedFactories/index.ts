// The door of the slice: its pages.
export const pages = {
  '/production/feedFactories': () => import('./FeedFactoryList.tsx'),
  '/production/feedFactories/create': () => import('./FeedFactoryCreate.tsx'),
  '/production/feedFactories/details/{feedFactoryId}': () => import('./FeedFactoryDetails.tsx'),
} as const
