import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** Messages of an occurrence, without suppressed ones. */
export const sentMessages = (work: UnitOfWork, occurrenceId: string) =>
  work.sql
    .selectFrom('notifications')
    .select(['channel', 'user_id as userId', 'recipient'])
    .where('occurrence_id', '=', occurrenceId)
    .where('state', '<>', 'WITHHELD')
    .execute()
