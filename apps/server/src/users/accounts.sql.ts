import { sql } from 'kysely'
import type { Work } from '../platform/database/work.ts'

const accounts = (work: Work) =>
  work.sql
    .selectFrom('users')
    .select([
      'id',
      'entity_id as entityId',
      sql<string>`email::text`.as('email'),
      'short_name as shortName',
      'password_hash as passwordHash',
      'status',
      'language',
      'number_format as numberFormat',
      'date_format as dateFormat',
      'time_zone as timeZone',
    ])
    .where('deleted_at', 'is', null)

export const accountById = (work: Work, id: string) => accounts(work).where('id', '=', id).executeTakeFirst()
export const accountByEmail = (work: Work, email: string) => accounts(work).where('email', '=', email).executeTakeFirst()
export type Account = NonNullable<Awaited<ReturnType<typeof accountById>>>

export const setPassword = (work: Work, id: string, passwordHash: string) =>
  work.sql.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
