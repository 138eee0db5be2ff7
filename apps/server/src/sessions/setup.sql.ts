import type { Work } from '../platform/database/work.ts'

interface Offer {
  readonly hash: string
  /** ms UTC. */
  readonly until: number
}

export const anybody = async (work: Work) =>
  (await work.sql.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

/** The row is locked: of two that come with the code at once, one finds it gone. */
export async function readSetup(work: Work): Promise<Offer | undefined> {
  const row = await work.sql.selectFrom('settings').select('value').where('name', '=', 'setup').forUpdate().executeTakeFirst()
  return row?.value as unknown as Offer | undefined // safe: writeSetup is the only writer
}

export async function writeSetup(work: Work, offer: Offer | undefined) {
  if (!offer) return void (await work.sql.deleteFrom('settings').where('name', '=', 'setup').execute())
  const value = JSON.stringify(offer)
  await work.sql
    .insertInto('settings')
    .values({ name: 'setup', value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function insertFirstPerson(
  work: Work,
  person: { entityId: string; displayName: string; email: string; passwordHash: string },
): Promise<string> {
  const role = await work.sql
    .insertInto('roles')
    .values({ entity_id: person.entityId, name: 'Administrator' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await work.sql.insertInto('role_permissions').values({ role_id: role.id, permission: 'platform.root' }).execute()
  const { id } = await work.sql
    .insertInto('users')
    .values({
      entity_id: person.entityId,
      role_id: role.id,
      email: person.email,
      display_name: person.displayName,
      short_name: person.displayName,
      password_hash: person.passwordHash,
      created_at: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
