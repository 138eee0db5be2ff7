// The door of the slice: its pages.
export const pages = {
  '/system/api-access': () => import('./ApiAccessList.tsx'),
  '/system/api-access/create': () => import('./ApiAccessCreate.tsx'),
  '/system/api-access/{apiid}/details': () => import('./ApiAccessDetails.tsx'),
  '/system/api-access/{apiid}/subscriptions': () => import('./subscriptions/SubscriptionList.tsx'),
} as const
