// Public interface of the slice: its pages, and the choice and view of permissions.
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'

/** Choice of permissions, and a view of them. */
export const LazyPermissionsField = lazyComponent(() => import('./PermissionsField.tsx'))
export const LazyPermissionsShown = lazyComponent(() => import('./PermissionsShown.tsx'))

export const pages = {
  '/system/roles': () => import('./RoleList.tsx'),
  '/system/roles/create': () => import('./RoleCreate.tsx'),
  '/system/roles/details/{roleid}': () => import('./RoleDetails.tsx'),
} as const
