import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

const table = (rows: readonly { readonly id: string; readonly name: string }[]) => new Map(rows.map(row => [row.id, row.name]))

/** Names of interfaces within the scope of the actor. */
export const interfaceNames = async (work: UnitOfWork, ids: readonly string[]) =>
  table(
    await work.sql
      .selectFrom('interfaces')
      .select(['id', 'display_name as name'])
      .where('id', '=', sql<string>`any(${[...ids]}::bigint[])`)
      .execute(),
  )

/** Names of users within the scope of the actor. */
export const personNames = async (work: UnitOfWork, ids: readonly string[]) =>
  table(
    await work.sql
      .selectFrom('users')
      .select(['id', 'short_name as name'])
      .where('id', '=', sql<string>`any(${[...ids]}::bigint[])`)
      .execute(),
  )
