import type { Severity } from '@steading/contract/events/events'
import type { Subjects } from '@steading/contract/widgets/definition'
import { sql } from 'kysely'
import { inScope } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/**
 * The worst alarm in reach that nobody has acknowledged, of equal ones the latest: of all of them, or those at entities or below
 * them, of the farms and houses around them, and of what these interfaces and batches stand in.
 */
export async function worstOpenAlarm(
  work: UnitOfWork,
  shown: 'all' | Pick<Subjects, 'interfaces' | 'entities' | 'batches'>,
): Promise<{ readonly severity: Severity; readonly place: string } | undefined> {
  return work.sql
    .selectFrom('events')
    .innerJoin('entities as at', 'at.id', 'events.entity_id')
    .select(['events.severity', 'at.display_name as place'])
    .where(inScope(work, 'events.entity_id'))
    .where('events.status', '=', 'OPEN')
    .where('events.source', '<>', 'PERSON')
    .$if(shown !== 'all', query => query.where(isAround(shown as Exclude<typeof shown, 'all'>))) // safe: just asked
    .orderBy(sql`array_position(array['LOW', 'MODERATE', 'MAJOR', 'CRITICAL'], events.severity)`, 'desc')
    .orderBy('events.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const isAround = ({ interfaces, entities, batches }: Pick<Subjects, 'interfaces' | 'entities' | 'batches'>) =>
  sql<boolean>`exists (select 1 from entities place join entities shown
    on place.path <@ shown.path or (place.path @> shown.path and place.type in ('FARM', 'SECTOR'))
    where place.id = events.entity_id and shown.id in (
      select entity_id from interfaces where id = any (${[...interfaces]}::bigint[])
      union select entity_id from batches where id = any (${[...batches]}::bigint[])
      union select unnest(${[...entities]}::bigint[])))`
