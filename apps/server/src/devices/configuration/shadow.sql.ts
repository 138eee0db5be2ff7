import { inScope } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** Interfaces of a terminal as its configuration lists them. */
export const configuredInterfaces = (work: UnitOfWork, terminalId: string) =>
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
export type ConfiguredInterface = Awaited<ReturnType<typeof configuredInterfaces>>[number]

/** Connected boxes whose reported revision lags behind the desired one, unless they refused it. */
export const outdatedBoxes = (work: UnitOfWork) =>
  work.sql
    .selectFrom('terminal_links as link')
    .innerJoin('terminals', 'terminals.id', 'link.terminal_id')
    .where(inScope(work, 'terminals.entity_id'))
    .where('link.connected', '=', true)
    .where('link.desired_rev', '>', eb => eb.fn.coalesce('link.reported_rev', eb.lit(0)))
    .where('link.desired_rev', '>', eb => eb.fn.coalesce('link.bad_rev', eb.lit(0)))
    .select('link.terminal_id as terminalId')
    .execute()
