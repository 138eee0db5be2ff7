import { sql } from 'kysely'

/** Reference to the user whose id a column holds, also for a reader who does not see that user. */
export const personReference = (column: string) =>
  sql<{ userId: string; shortName: string } | null>`user_reference(${sql.ref(column)})`
