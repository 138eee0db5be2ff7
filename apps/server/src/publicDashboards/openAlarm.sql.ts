import type { Severity } from '@steading/contract/events/events'
import { sql } from 'kysely'
import { inScope } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/**
 * The worst alarm in reach that nobody has acknowledged, at entities or below them, of the farms and houses around them, or of what
 * these interfaces stand in.
 */
export async function worstOpenAlarm(
  work: UnitOfWork,
  { interfaces, entities }: { readonly interfaces: readonly string[]; readonly entities: readonly string[] },
): Promise<Severity | null> {
  const row = await work.sql
    .selectFrom('events')
    .select('events.severity')
    .where(inScope(work, 'events.entity_id'))
    .where('events.status', '=', 'OPEN')
    .where('events.source', '<>', 'PERSON')
    .where(
      sql<boolean>`exists (select 1 from entities place join entities shown
        on place.path <@ shown.path or (place.path @> shown.path and place.type in ('FARM', 'SECTOR'))
        where place.id = events.entity_id and shown.id in (
          select entity_id from interfaces where id = any (${[...interfaces]}::bigint[])
          union select unnest(${[...entities]}::bigint[])))`,
    )
    .orderBy(sql`array_position(array['LOW', 'MODERATE', 'MAJOR', 'CRITICAL'], events.severity)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.severity ?? null
}
