import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

/** The interfaces of a box, as its driver must know them. */
export const wiring = (work: Work, terminalId: string) =>
  work.sql
    .selectFrom('interfaces')
    .where(inScope(work, 'interfaces.entity_id'))
    .where('terminal_id', '=', terminalId)
    .where('deleted_at', 'is', null)
    .where('operation', 'is', null)
    .orderBy('ix')
    .select([
      'id',
      'ix',
      'category',
      'data_type',
      'direction',
      'min',
      'max',
      'factor',
      'shift',
      'history',
      'every',
      'address',
      'safe_value',
      'modulus',
      'max_rate',
    ])
    .execute()
export type Wire = Awaited<ReturnType<typeof wiring>>[number]

/** Connected boxes that don't run what is wanted of them, and have not refused it. */
export const lagging = (work: Work) =>
  work.sql
    .selectFrom('terminal_links as link')
    .innerJoin('terminals', 'terminals.id', 'link.terminal_id')
    .where(inScope(work, 'terminals.entity_id'))
    .where('link.connected', '=', true)
    .where('link.desired_rev', '>', eb => eb.fn.coalesce('link.reported_rev', eb.lit(0)))
    .where('link.desired_rev', '>', eb => eb.fn.coalesce('link.bad_rev', eb.lit(0)))
    .select('link.terminal_id as terminalId')
    .execute()
