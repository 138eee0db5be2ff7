import type { UseFormReturnType } from '@mantine/form'
import type { Permission } from '@steading/contract/permissions'
import { type Role, roles } from '@steading/contract/roles'

/** A role as its form holds it. */
export interface Entered {
  name: string
  permissions: readonly Permission[]
}
export interface EnteredNew extends Entered {
  entityId: string | null
}
export interface EnteredEdit extends Entered {
  version: number
}
export type RoleForm = UseFormReturnType<Entered>

export const newSchema = roles.create.body
export const editSchema = roles.edit.body

export const enteredOf = ({ name, permissions, version }: Role): EnteredEdit => ({ name, permissions, version })

export const wishOf = <E extends Entered>(of: E) => ({ ...of, permissions: [...of.permissions] })
