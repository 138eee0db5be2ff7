// The door of the slice: its pages.
export const pages = {
  '/system/roles': () => import('./RoleList.tsx'),
  '/system/roles/create': () => import('./RoleCreate.tsx'),
  '/system/roles/details/{roleid}': () => import('./RoleDetails.tsx'),
} as const
