import { sql } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { contains } from '../platform/page.ts'

const interfaces = (work: Work) =>
  work.sql
    .selectFrom('interfaces')
    .innerJoin('terminals', 'terminals.id', 'interfaces.terminal_id')
    .leftJoin('terminal_links as link', 'link.terminal_id', 'terminals.id')
    .leftJoin('last_values as last', 'last.interface_id', 'interfaces.id')
    .where(inScope(work, 'interfaces.entity_id'))
    .select([
      'interfaces.id',
      'interfaces.display_name as displayName',
      'interfaces.category',
      'interfaces.data_type as dataType',
      'interfaces.direction',
      'interfaces.min',
      'interfaces.max',
      'interfaces.history',
      'interfaces.history_seconds as historySeconds',
      'interfaces.hidden',
      'interfaces.modulus',
      'interfaces.max_rate as maxRate',
      'interfaces.version',
      'terminals.id as terminalId',
      'terminals.display_name as terminalName',
      'terminals.time_out as timeOut',
      'link.connected',
      'link.last_communication_at as heardAt',
      'last.ts as readAt',
      'last.value',
      'last.text',
      'last.flags',
      entityRef('entity_id', 'interfaces').as('entity'),
    ])

/** Is the first entity the second one, or below it? */
const isBelow = (entity: string, above: string) =>
  sql<boolean>`exists (select 1 from entities below, entities above
    where below.id = ${sql.ref(entity)} and above.id = ${above} and below.path <@ above.path)`

export interface InterfaceFilter {
  readonly search?: string | undefined
  readonly terminalId?: string | undefined
  readonly entityId?: string | undefined
  readonly category?: string | undefined
}

/** Interfaces in reach; of an entity with all below it. */
export function interfacesWhere(work: Work, filter: InterfaceFilter) {
  let query = interfaces(work)
  if (filter.search) query = query.where('interfaces.display_name', 'ilike', contains(filter.search))
  if (filter.terminalId) query = query.where('interfaces.terminal_id', '=', filter.terminalId)
  if (filter.entityId) query = query.where(isBelow('interfaces.entity_id', filter.entityId))
  if (filter.category) query = query.where('interfaces.category', '=', filter.category)
  return query
}

export const interfacesByIds = (work: Work, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : interfaces(work).where('interfaces.id', 'in', ids).orderBy('interfaces.id').execute()
export type InterfaceRow = Awaited<ReturnType<typeof interfacesByIds>>[number]

/** The interface that a path names: of this terminal, at or below this entity. */
export const interfaceAt = (work: Work, { e, t, i }: { e: string; t: string; i: string }) =>
  interfaces(work)
    .where('interfaces.id', '=', i)
    .where('interfaces.terminal_id', '=', t)
    .where(isBelow('interfaces.entity_id', e))
    .executeTakeFirst()

/** The terminal that an interface is to hang on, and whether the entity is its own or below. */
export const terminalFor = (work: Work, terminalId: string, entityId: string) =>
  work.sql
    .selectFrom('terminals')
    .where(inScope(work, 'terminals.entity_id'))
    .where('terminals.id', '=', terminalId)
    .where('terminals.retired_at', 'is', null)
    .select([
      'terminals.provision_status as provisionStatus',
      sql<boolean>`exists (select 1 from entities below, entities above
        where below.id = ${entityId} and above.id = terminals.entity_id and below.path <@ above.path)`.as('reaches'),
      sql<number>`(select count(*)::int from interfaces where interfaces.terminal_id = terminals.id)`.as('interfaces'),
    ])
    .executeTakeFirst()

export interface NewInterface {
  readonly terminalId: string
  readonly entityId: string
  readonly ix: number
  readonly displayName: string
  readonly category: string
  readonly dataType: string
  readonly direction: string
  readonly address: string
  readonly every: number
  readonly factor: number
  readonly offset: number
  readonly min: number | null
  readonly max: number | null
  readonly safeValue: number | null
  readonly modulus: number | null
  readonly maxRate: number | null
  readonly history: string
  readonly historySeconds: number | null
  readonly hidden: boolean
}

export async function insertInterface(work: Work, made: NewInterface) {
  const { id } = await work.sql
    .insertInto('interfaces')
    .values({
      terminal_id: made.terminalId,
      entity_id: made.entityId,
      ix: made.ix,
      display_name: made.displayName,
      category: made.category,
      data_type: made.dataType,
      direction: made.direction,
      address: made.address,
      every: made.every,
      factor: made.factor,
      shift: made.offset,
      min: made.min,
      max: made.max,
      safe_value: made.safeValue,
      modulus: made.modulus,
      max_rate: made.maxRate,
      history: made.history,
      history_seconds: made.historySeconds,
      hidden: made.hidden,
      created_at: work.now,
      created_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
