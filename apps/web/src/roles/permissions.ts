import { PERMISSIONS, type Permission, permissionKeys } from '@steading/contract/permissions'

export { permissionWord, sections } from '@steading/locales/permissions'

/** The permission that stands for all others, and for what later versions bring. */
export const EVERYTHING: Permission = 'platform.root'

/** View first, then what changes more and more, then what is particular. */
const order = ['read', 'create', 'update', 'delete']
const rank = (key: Permission) => {
  const at = order.indexOf(key.slice(key.lastIndexOf('.') + 1))
  return at < 0 ? order.length : at
}

/** The permissions of a category, as they stand side by side. */
export const permissionsOf = (category: string): readonly Permission[] =>
  permissionKeys.filter(key => PERMISSIONS[key].category === category).toSorted((a, b) => rank(a) - rank(b))

/** The same permissions, with some put in or taken out, in the order of the table. */
export const withTurned = (held: readonly Permission[], turned: readonly Permission[], on: boolean): Permission[] =>
  permissionKeys.filter(key => (turned.includes(key) ? on : held.includes(key)))
