import type { Permission } from '@steading/contract/users/permissions'
import type { Farm } from './farm.ts'

/** Somebody new at an entity who is kept to parts of it, by their names; all permissions but everything, where none are named. */
export async function keptTo(farm: Farm, root: string, parts: readonly string[], permissions?: readonly Permission[]) {
  const email = await farm.person(root, permissions)
  await farm.world.owner.query(
    `with kept as (update users set restricted = true where email = $1 returning id)
      insert into user_access select kept.id, part from kept, unnest($2::bigint[]) part`,
    [email, parts.map(part => farm.at[part]!)],
  )
  const session = await farm.login(email)
  return { ...session, api: farm.api(session) }
}
