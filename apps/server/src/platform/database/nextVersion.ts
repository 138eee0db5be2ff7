import { sql } from 'kysely'
import type { Work } from './work.ts'

/** What every change of a row that people edit writes besides: its next version, when, and who. */
export const nextVersion = ({ now, actor }: Work) => ({
  version: sql<number>`version + 1`,
  updated_at: now,
  updated_by: actor.id,
})
