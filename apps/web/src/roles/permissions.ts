import { PERMISSIONS, type Permission, permissionKeys } from '@steading/contract/users/permissions'

export { permissionWord, sections } from '@steading/locales/permissions'

/** Permission that includes all others, those of later versions too. */
export const EVERYTHING: Permission = 'platform.root'

/** Order of the actions: view, then create, edit and delete, then special ones. */
const order = ['read', 'create', 'update', 'delete']
const rank = (key: Permission) => {
  const at = order.indexOf(key.slice(key.lastIndexOf('.') + 1))
  return at < 0 ? order.length : at
}

/** Permissions of a category in display order. */
export const permissionsOf = (category: string): readonly Permission[] =>
  permissionKeys.filter(key => PERMISSIONS[key].category === category).toSorted((a, b) => rank(a) - rank(b))

/** Adds or removes permissions, in the order of the table. */
export const withToggled = (granted: readonly Permission[], toggled: readonly Permission[], on: boolean): Permission[] =>
  permissionKeys.filter(key => (toggled.includes(key) ? on : granted.includes(key)))
