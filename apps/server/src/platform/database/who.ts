import { sql } from 'kysely'

/** Who did something, by a column that holds a person's id: whoever sees the thing is told, though the person stands above. */
export const who = (column: string) => sql<{ userId: string; shortName: string } | null>`person(${sql.ref(column)})`
