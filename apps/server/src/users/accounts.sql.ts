import { sql } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

const accounts = (work: UnitOfWork) =>
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

export const accountById = (work: UnitOfWork, id: string) => accounts(work).where('id', '=', id).executeTakeFirst()
export const accountByEmail = (work: UnitOfWork, email: string) => accounts(work).where('email', '=', email).executeTakeFirst()
export type Account = NonNullable<Awaited<ReturnType<typeof accountById>>>

export const setPassword = (work: UnitOfWork, id: string, passwordHash: string) =>
  work.sql.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
