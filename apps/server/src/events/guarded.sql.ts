import { sql } from 'kysely'
import type { Work } from '../platform/database/work.ts'

export const savepoint = (work: Work) => sql`savepoint one_effect`.execute(work.sql)
export const release = (work: Work) => sql`release savepoint one_effect`.execute(work.sql)
export const rollback = (work: Work) => sql`rollback to savepoint one_effect`.execute(work.sql)
