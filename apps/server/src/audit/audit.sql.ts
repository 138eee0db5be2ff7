import type { AuditFilter } from '@steading/contract/users/audit'
import type { PageQuery } from '@steading/contract/http/paging'
import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { seesAll } from '../platform/actor.ts'
import type { DB } from '../platform/database/schema.gen.ts'
import { holds } from '../platform/database/sql/search.ts'
import { atOrBelow, within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fetchPage } from '../platform/database/sql/page.ts'

const columns = [
  'audit.id',
  'audit.ts',
  'audit.actor_kind as actorKind',
  'audit.actor_id as actorId',
  'audit.actor_name as actorName',
  'audit.ip',
  'audit.object_type as objectType',
  'audit.object_id as objectId',
  'audit.object_name as objectName',
  'audit.action',
  'audit.result',
  'audit.code',
] as const

/** What concerns no entity, like a try of an unknown address, is for those who stand at the root. */
const inReach = (work: UnitOfWork) => (eb: ExpressionBuilder<DB, 'audit'>) => {
  const below = within(work.actor, eb.ref('audit.entity_id'))
  return seesAll(work.actor) ? eb.or([below, eb('audit.entity_id', 'is', null)]) : below
}

const entries = (work: UnitOfWork) =>
  work.sql.selectFrom('audit').select(columns).select(entityRef('entity_id', 'audit').as('entity')).where(inReach(work))

function entriesWhere(work: UnitOfWork, filter: AuditFilter) {
  let query = entries(work)
  if (filter.fromDate) query = query.where('audit.ts', '>=', new Date(filter.fromDate))
  if (filter.toDate) query = query.where('audit.ts', '<=', new Date(filter.toDate))
  if (filter.userId) query = query.where('audit.actor_kind', '=', 'user').where('audit.actor_id', '=', filter.userId)
  if (filter.action) query = query.where('audit.action', '=', filter.action)
  if (filter.objectType) query = query.where('audit.object_type', '=', filter.objectType)
  if (filter.objectId) query = query.where('audit.object_id', '=', filter.objectId)
  if (filter.result) query = query.where('audit.result', '=', filter.result)
  if (filter.entityId) query = query.where(atOrBelow(sql.ref('audit.entity_id'), filter.entityId))
  if (filter.search) query = query.where(holds('audit', filter.search))
  return query
}

export const searchAudit = (work: UnitOfWork, asked: PageQuery & AuditFilter) =>
  fetchPage(work, entriesWhere(work, asked), asked, { timestampUtc: 'audit.ts', id: 'audit.id' }, 'audit.id', row => row)
export type AuditRow = Awaited<ReturnType<typeof searchAudit>>['content'][number]

/** The next rows of a walk from the newest to the oldest. */
export const auditBefore = (
  work: UnitOfWork,
  filter: AuditFilter,
  last: Pick<AuditRow, 'ts' | 'id'> | undefined,
  most: number,
) => {
  let query = entriesWhere(work, filter)
  if (last) query = query.where(eb => eb(eb.refTuple('audit.ts', 'audit.id'), '<', eb.tuple(last.ts, last.id)))
  return query.select('audit.changes').orderBy('audit.ts', 'desc').orderBy('audit.id', 'desc').limit(most).execute()
}

export const auditById = (work: UnitOfWork, id: string) =>
  entries(work).select(['audit.changes', 'audit.request_id as requestId']).where('audit.id', '=', id).executeTakeFirst()
