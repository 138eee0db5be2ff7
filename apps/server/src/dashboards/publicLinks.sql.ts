import type { PublicLink } from '@steading/contract/widgets/dashboards'
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
      'link.created_at as createdAt',
      personReference('link.created_by').as('createdBy'),
    ])
    .orderBy('link.kind', 'desc')
    .execute()

/** Replaces the link of this kind. */
export const insertPublicLink = (
  work: UnitOfWork,
  link: { readonly dashboardId: string; readonly kind: Kind; readonly hash: Buffer; readonly includesAll: boolean },
) =>
  work.sql
    .insertInto('dashboard_public_links')
    .values({
      dashboard_id: link.dashboardId,
      kind: link.kind,
      hash: link.hash,
      includes_all: link.includesAll,
      created_at: work.now,
      created_by: work.actor.id,
    })
    .execute()

/** Answers the kinds of the links that were there. */
export const deletePublicLinks = async (work: UnitOfWork, dashboardId: string, kind?: Kind) =>
  work.sql
    .deleteFrom('dashboard_public_links')
    .where('dashboard_id', '=', dashboardId)
    .$if(kind !== undefined, query => query.where('kind', '=', kind!)) // safe: just asked
    .returning('kind')
    .execute()

/** The dashboard of a link with the path of its entity. */
export const publicLinkByHash = (work: UnitOfWork, hash: Buffer) =>
  work.sql
    .selectFrom('dashboard_public_links as link')
    .innerJoin('dashboards', 'dashboards.id', 'link.dashboard_id')
    .innerJoin('entities', 'entities.id', 'dashboards.entity_id')
    .where('link.hash', '=', hash)
    .select([
      'link.id',
      'link.kind',
      'link.includes_all as includesAll',
      'link.created_by as createdBy',
      'dashboards.id as dashboardId',
      'entities.id as entityId',
      'entities.path',
      'entities.time_zone as timeZone',
    ])
    .executeTakeFirst()

/** The dashboard of a link that was just looked up. */
export const publicDashboardRow = (work: UnitOfWork, id: string) =>
  work.sql.selectFrom('dashboards').select(['id', 'display_name', 'subtitle', 'layout']).where('id', '=', id).executeTakeFirst()

export const publicLinkCreator = async (work: UnitOfWork, id: string) =>
  (await work.sql.selectFrom('dashboard_public_links').select('created_by').where('id', '=', id).executeTakeFirst())?.created_by
