import type { Work } from '../platform/database/work.ts'

/** Where messages of an occurrence go; what is withheld goes nowhere. */
export const messagesOf = (work: Work, occurrenceId: string) =>
  work.sql
    .selectFrom('notifications')
    .select(['channel', 'user_id as userId', 'recipient'])
    .where('occurrence_id', '=', occurrenceId)
    .where('state', '<>', 'WITHHELD')
    .execute()
