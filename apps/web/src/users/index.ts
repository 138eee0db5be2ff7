// The door of the slice: the pages of people, and everybody's own.
export const pages = {
  '/system/users': () => import('./UserList.tsx'),
  '/system/users/create': () => import('./UserCreate.tsx'),
  '/system/users/details/{userid}': () => import('./UserDetails.tsx'),
  '/settings/profile': () => import('./Profile.tsx'),
} as const
