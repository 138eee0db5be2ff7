import { permissionKeys } from '@steading/contract/users/permissions'
import type { Permission } from '@steading/contract/users/permissions'
import { readFileSync } from 'node:fs'

const [head = '', ...lines] = readFileSync(new URL('roles.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line && !line.startsWith('#'))
const names = head.split('\t').slice(1)
const isPermission = (key: string): key is Permission => new Set<string>(permissionKeys).has(key)

/** The demo roles by name, each with the permissions that the table gives it. */
export const demoRoles: ReadonlyMap<string, readonly Permission[]> = new Map(
  names.map((name, column) => [
    name,
    lines.flatMap(line => {
      const [permission = '', ...marks] = line.split('\t')
      if (!isPermission(permission)) throw new Error(`roles.tsv: no permission ${permission}`)
      return marks[column] === 'x' ? [permission] : []
    }),
  ]),
)
