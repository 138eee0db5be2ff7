import { client } from '@steading/contract/http/client'
import { sessions } from '@steading/contract/users/sessions'
import type pg from 'pg'
import { hashPassword } from '../apps/server/src/platform/security/passwords.ts'

/** A person who may see everything. */
export const PERSON = { email: 'bench@steading.example', password: 'Bench-horse-7' }

/** Creates the person and answers how they call the platform. */
export async function wireOf(owner: pg.Pool, port: number) {
  const base = `http://127.0.0.1:${port}/services`
  const tenant = { 'x-tenant': '1' }
  const { rows } = await owner.query<{ id: string }>(
    `insert into roles (entity_id, name) select id, 'Bench' from entities where parent_id is null returning id`,
  )
  await owner.query(`insert into role_permissions (role_id, permission) values ($1, 'platform.root')`, [rows[0]!.id])
  await owner.query(
    `insert into users (entity_id, role_id, email, display_name, short_name, password_hash, time_zone)
     select id, $1, $2, 'Bench', 'Bench', $3, 'Europe/Lisbon' from entities where parent_id is null`,
    [rows[0]!.id, PERSON.email, await hashPassword(PERSON.password)],
  )
  const answer = await client(sessions, { base, headers: () => tenant }).login({ body: PERSON })
  if ('refused' in answer) throw new Error(answer.refused)
  return { base, headers: () => ({ ...tenant, authorization: `Bearer ${answer.data.sessionToken}` }) }
}
