import { sql } from 'kysely'
import type { UnitOfWork } from '../unitOfWork.ts'

/** Columns that every change of a row by a user writes: next version, time and user. */
export const versionColumns = ({ now, actor }: UnitOfWork) => ({
  version: sql<number>`version + 1`,
  updated_at: now,
  updated_by: actor.id,
})
