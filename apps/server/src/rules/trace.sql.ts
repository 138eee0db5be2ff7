import { sql } from 'kysely'
import type { Work } from '../platform/database/work.ts'

const table = (rows: readonly { readonly id: string; readonly name: string }[]) => new Map(rows.map(one => [one.id, one.name]))

/** What interfaces are called, as far as the actor sees them. */
export const interfaceNames = async (work: Work, ids: readonly string[]) =>
  table(
    await work.sql
      .selectFrom('interfaces')
      .select(['id', 'display_name as name'])
      .where('id', '=', sql<string>`any(${[...ids]}::bigint[])`)
      .execute(),
  )

/** What people are called, as far as the actor sees them. */
export const personNames = async (work: Work, ids: readonly string[]) =>
  table(
    await work.sql
      .selectFrom('users')
      .select(['id', 'short_name as name'])
      .where('id', '=', sql<string>`any(${[...ids]}::bigint[])`)
      .execute(),
  )
