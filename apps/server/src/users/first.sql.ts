import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** Somebody whom the platform makes itself: at the first start, or for the demo. */
export async function insertPerson(
  work: UnitOfWork,
  person: {
    entityId: string
    roleId: string
    email: string
    shortName: string
    timeZone: string
    passwordHash: string
    acceptedTerms: boolean
  },
): Promise<string> {
  const { id } = await work.sql
    .insertInto('users')
    .values({
      entity_id: person.entityId,
      role_id: person.roleId,
      email: person.email,
      display_name: person.shortName,
      short_name: person.shortName,
      time_zone: person.timeZone,
      password_hash: person.passwordHash,
      accepted_terms_at: person.acceptedTerms ? work.now : null,
      knowledge_version_at: person.acceptedTerms ? work.now : null,
      created_at: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const setPasswords = (work: UnitOfWork, emails: readonly string[], passwordHash: string) =>
  work.sql.updateTable('users').set({ password_hash: passwordHash }).where('email', 'in', emails).execute()

export const anybody = async (work: UnitOfWork) =>
  (await work.sql.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
