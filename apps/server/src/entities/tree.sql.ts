import { sql } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/*
 * Paths are written from paths that were read. So the shape of the tree changes one change at a time, and whoever decides by
 * it takes one of these before the first look: an advisory lock until the work ends. Never share first and hold then.
 */

/** Moves and deletes: nobody else reads the shape in order to write by it meanwhile. */
export const holdTree = (work: UnitOfWork) => sql`select pg_advisory_xact_lock(hashtext('steading.tree'))`.execute(work.sql)

/** Adds and edits: many at once, none beside a move or a delete. */
export const shareTree = (work: UnitOfWork) =>
  sql`select pg_advisory_xact_lock_shared(hashtext('steading.tree'))`.execute(work.sql)
