import { MOST_HOUSES } from '@steading/contract/widgets/houses'
import { MOST_POSITIONS } from '@steading/contract/widgets/houseSensors'
import { sql } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { collateNames } from '../platform/database/sql/names.ts'
import { within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** By the path alone: the caller may not see the entity itself. */
const isAtOrBelow = (entityId: string) => sql<boolean>`house.path ~ ${`*.${entityId}.*`}::lquery`

export interface HouseFilter {
  /** The houses at and below it; undefined for all in reach. */
  readonly top: string | undefined
  /** One of them. */
  readonly id?: string | undefined
  /** Of their sensors; undefined for all. */
  readonly categories?: readonly string[] | undefined
  readonly limit?: number
}

/** Interface ids of the visible sensors that stand at a house, by `house:CATEGORY:position`; positions are by name, from 1. */
const sensorsOfHouse = (categories: readonly string[] | undefined) => sql<Record<string, string>>`coalesce((
  select json_object_agg('house:' || ranked.category || ':' || ranked.position, ranked.id::text order by ranked.category, ranked.position)
  from (select interfaces.id, interfaces.category, row_number() over (
      partition by interfaces.category order by ${collateNames('interfaces.display_name')}, interfaces.id) as position
    from interfaces join boxes on boxes.id = interfaces.terminal_id and boxes.retired_at is null
    where interfaces.entity_id = house.id and not interfaces.hidden and interfaces.deleted_at is null
      ${categories ? sql`and interfaces.category = any (${[...categories]}::text[])` : sql``}) ranked
  where ranked.position <= ${MOST_POSITIONS}), '{}')`

/** Houses in reach by name, with their sensors. */
export const listHouses = (work: UnitOfWork, { top, id, categories, limit = MOST_HOUSES }: HouseFilter) =>
  work.sql
    .selectFrom('entities as house')
    .where('house.type', '=', 'SECTOR')
    .where(eb => within(work.actor, eb.ref('house.id')))
    .$if(top !== undefined, query => query.where(isAtOrBelow(top ?? '0')))
    .$if(id !== undefined, query => query.where('house.id', '=', id ?? '0'))
    .select(['house.id', entityRef('id', 'house').as('entity'), sensorsOfHouse(categories).as('sensors')])
    .orderBy(collateNames('house.display_name'))
    .orderBy('house.id')
    .limit(limit)
    .execute()
