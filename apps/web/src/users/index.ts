// The door of the slice: the pages of people, and everybody's own.
export const pages = {
  '/system/users': () => import('./list/UserList.tsx'),
  '/system/users/create': () => import('./form/UserCreate.tsx'),
  '/system/users/details/{userid}': () => import('./details/UserDetails.tsx'),
  '/settings/profile': () => import('./profile/Profile.tsx'),
} as const
