import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** The terminal of the platform's own box, which nobody creates, claims, edits or finds; undefined while there is no root. */
export const insertOwnTerminal = (work: UnitOfWork, uid: string) =>
  work.sql
    .insertInto('terminals')
    .columns(['entity_id', 'uid', 'display_name', 'profile', 'provision_status', 'time_out', 'is_internal', 'created_at'])
    .expression(eb =>
      eb
        .selectFrom('entities')
        .select(({ val, lit }) => [
          'id',
          val(uid).as('uid'),
          val('Heartbeat').as('name'),
          val('FC-SMARTBOX-1').as('profile'),
          val('PROVISIONED').as('status'),
          // Its silence is told otherwise.
          lit(0).as('time_out'),
          lit(true).as('is_internal'),
          val(work.now).as('at'),
        ])
        .where('type', '=', 'ROOT')
        .orderBy('id')
        .limit(1),
    )
    .returning(['id', 'entity_id as entityId'])
    .executeTakeFirst()
