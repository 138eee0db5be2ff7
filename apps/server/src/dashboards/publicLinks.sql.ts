import type { PublicLink } from '@steading/contract/widgets/dashboards'
import { sql } from 'kysely'
import { personReference } from '../platform/database/sql/personReference.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

type Kind = PublicLink['kind']

export const publicLinksOf = (work: UnitOfWork, dashboardId: string) =>
  work.sql
    .selectFrom('dashboard_public_links as link')
    .where('link.dashboard_id', '=', dashboardId)
    .select([
      'link.kind',
      'link.includes_all as includesAll',
      'link.shows_houses as showsHouses',
      'link.created_at as createdAt',
      personReference('link.created_by').as('createdBy'),
      sql<{ id: string; displayName: string }[]>`coalesce((select json_agg(json_build_object(
          'id', dashboards.id::text, 'displayName', dashboards.display_name) order by turn.position)
        from dashboard_link_turns turn join dashboards on dashboards.id = turn.dashboard_id
        where turn.link_id = link.id), '[]')`.as('turn'),
    ])
    .orderBy('link.kind', 'desc')
    .execute()

/** Answers its id. */
export const insertPublicLink = async (
  work: UnitOfWork,
  link: {
    readonly dashboardId: string
    readonly kind: Kind
    readonly hash: Buffer
    readonly includesAll: boolean
    readonly showsHouses: boolean
  },
): Promise<string> => {
  const { id } = await work.sql
    .insertInto('dashboard_public_links')
    .values({
      dashboard_id: link.dashboardId,
      kind: link.kind,
      hash: link.hash,
      includes_all: link.includesAll,
      shows_houses: link.showsHouses,
      created_at: work.now,
      created_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Answers the kinds of the links that were there. */
export const deletePublicLinks = async (work: UnitOfWork, dashboardId: string, kind?: Kind) =>
  work.sql
    .deleteFrom('dashboard_public_links')
    .where('dashboard_id', '=', dashboardId)
    .$if(kind !== undefined, query => query.where('kind', '=', kind!)) // safe: just asked
    .returning('kind')
    .execute()

/** Adds dashboards that a kiosk shows in turn, in this order. */
export const insertTurn = async (
  work: UnitOfWork,
  linkId: string,
  turn: readonly { readonly id: string; readonly showsHouses: boolean }[],
) => {
  if (turn.length > 0)
    await work.sql
      .insertInto('dashboard_link_turns')
      .values(
        turn.map(({ id, showsHouses }, position) => ({ link_id: linkId, dashboard_id: id, position, shows_houses: showsHouses })),
      )
      .execute()
}

/** Takes a dashboard out of the turn of kiosks. Answers the dashboards of their links. */
export const deleteTurnsOf = (work: UnitOfWork, dashboardId: string) =>
  work.sql
    .deleteFrom('dashboard_link_turns')
    .using(['dashboard_public_links', 'dashboards'])
    .whereRef('dashboard_public_links.id', '=', 'dashboard_link_turns.link_id')
    .whereRef('dashboards.id', '=', 'dashboard_public_links.dashboard_id')
    .where('dashboard_link_turns.dashboard_id', '=', dashboardId)
    .returning(['dashboards.id', 'dashboards.display_name', 'dashboards.entity_id'])
    .execute()

/** A link by what is known of it. */
export type LinkKey = { readonly hash: Buffer } | { readonly id: string }

/** The dashboards of a link with the paths of their entities: its own one first, then those in turn. */
export const linkedDashboards = (work: UnitOfWork, key: LinkKey) =>
  work.sql
    .selectFrom('dashboard_public_links as link')
    .leftJoin('dashboard_link_turns as turn', 'turn.link_id', 'link.id')
    .innerJoin('dashboards', join =>
      join.on(eb =>
        eb.or([eb('dashboards.id', '=', eb.ref('link.dashboard_id')), eb('dashboards.id', '=', eb.ref('turn.dashboard_id'))]),
      ),
    )
    .innerJoin('entities', 'entities.id', 'dashboards.entity_id')
    .$if('hash' in key, query => query.where('link.hash', '=', (key as { hash: Buffer }).hash)) // safe: just asked
    .$if('id' in key, query => query.where('link.id', '=', (key as { id: string }).id)) // safe: as above
    .distinctOn(['dashboards.id'])
    .select([
      'link.id',
      'link.kind',
      'link.includes_all as includesAll',
      sql<boolean>`case when dashboards.id = link.dashboard_id then link.shows_houses else turn.shows_houses end`.as(
        'showsHouses',
      ),
      'link.created_by as createdBy',
      'link.dashboard_id as firstId',
      'turn.position',
      'dashboards.id as dashboardId',
      'dashboards.display_name as displayName',
      'dashboards.user_id as userId',
      'entities.id as entityId',
      'entities.path',
      'entities.time_zone as timeZone',
    ])
    .orderBy('dashboards.id')
    .execute()

/** The dashboard of a link that was just looked up. */
export const publicDashboardRow = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('dashboards')
    .select(['id', 'display_name', 'subtitle', 'layout', 'user_id', 'entity_id'])
    .where('id', '=', id)
    .executeTakeFirst()
