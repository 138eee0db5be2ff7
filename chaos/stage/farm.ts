import type pg from 'pg'
import type { CategoryId } from '@steading/contract/devices/categories'
import { permissionKeys } from '@steading/contract/users/permissions'
import { hashPassword } from '../../apps/server/src/platform/security/passwords.ts'
import { tokenHash } from '../../apps/server/src/platform/security/secrets.ts'
import { aBox } from '../../apps/server/test/box-rows.ts'

export interface Terminal {
  readonly id: string
  readonly uid: string
  readonly password: string
  /** By index. */
  readonly interfaceIds: readonly string[]
}

export const PERSON = { name: 'chaos', password: 'Correct-horse-7' }

/** A farm straight in the tables: one place, one person who may do everything, and boxes that have claimed theirs. */
export async function aFarm(owner: pg.Pool) {
  const insert = async (text: string, values: readonly unknown[]) =>
    (await owner.query<{ id: string }>(text, [...values])).rows[0]!.id
  const root = await insert(`insert into entities (path, type, name) values ('', 'ROOT', 'Root') returning id`, [])

  return {
    root,
    async terminal(categories: readonly CategoryId[], uid?: string): Promise<Terminal> {
      const { id, interfaces } = await aBox(
        owner,
        root,
        categories.map(category => ({ category, history: 'ALL_VALUES' as const })),
      )
      if (uid) await owner.query('update terminals set uid = $2 where id = $1', [id, uid])
      const password = `password-of-${id}`.padEnd(43, 'x')
      await owner.query(
        `with link as (insert into terminal_links (terminal_id, next_ix) values ($1, $3) on conflict do nothing),
              slot as (insert into terminal_credentials values ($1, 1, $2, now(), now()))
         update terminals set provision_status = 'PROVISIONED', time_out = 0 where id = $1`,
        [id, tokenHash(password), interfaces.length],
      )
      const { rows } = await owner.query<{ uid: string }>('select uid from terminals where id = $1', [id])
      return { id, uid: rows[0]!.uid, password, interfaceIds: interfaces }
    },
    /** The person of PERSON, who hears of all that happens. */
    async person() {
      const role = await insert(`insert into roles (entity_id, name) values ($1, 'Chaos') returning id`, [root])
      await owner.query(`insert into role_permissions (role_id, permission) select $1, unnest($2::text[])`, [
        role,
        permissionKeys.filter(key => key !== 'platform.root'),
      ])
      await owner.query(
        `with person as (
           insert into users (entity_id, role_id, email, display_name, short_name, password_hash, time_zone)
           values ($1, $2, $3, $4, $4, $5, 'Europe/Lisbon') returning id)
         insert into responsibles (entity_id, user_id) select $1, id from person`,
        [root, role, `${PERSON.name}@steading.example`, PERSON.name, await hashPassword(PERSON.password)],
      )
    },
  }
}
export type Farm = Awaited<ReturnType<typeof aFarm>>
