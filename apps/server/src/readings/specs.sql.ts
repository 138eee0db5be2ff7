import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

const interfaces = (work: Work) =>
  work.sql
    .selectFrom('interfaces')
    .select([
      'id',
      'terminal_id',
      'ix',
      'category',
      'data_type',
      'min',
      'max',
      'history',
      'history_seconds',
      'every',
      'modulus',
      'max_rate',
    ])
    .where(inScope(work, 'interfaces.entity_id'))

export const specsOfTerminal = (work: Work, terminalId: string) =>
  interfaces(work).where('terminal_id', '=', terminalId).execute()

export const specsByIds = (work: Work, ids: readonly number[]) => interfaces(work).where('id', 'in', ids.map(String)).execute()

export type SpecRow = Awaited<ReturnType<typeof specsOfTerminal>>[number]
