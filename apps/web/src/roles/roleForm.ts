import type { UseFormReturnType } from '@mantine/form'
import type { Permission } from '@steading/contract/users/permissions'
import { type Role, roles } from '@steading/contract/users/roles'

/** Form values of a role. */
export interface RoleFormValues {
  name: string
  permissions: readonly Permission[]
}
export interface CreateRoleValues extends RoleFormValues {
  entityId: string | null
}
export interface EditRoleValues extends RoleFormValues {
  version: number
}
export type RoleForm = UseFormReturnType<RoleFormValues>

export const newSchema = roles.create.body
export const editSchema = roles.edit.body

export const toFormValues = ({ name, permissions, version }: Role): EditRoleValues => ({ name, permissions, version })

export const toRequest = <E extends RoleFormValues>(values: E) => ({ ...values, permissions: [...values.permissions] })
