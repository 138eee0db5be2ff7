import type { Linked, LinkedAlarm } from '@steading/contract/events/events'
import type { Farm } from './farm.ts'
import { createVirtualClock } from './virtualClock.ts'
import type { Alarm } from '../src/outbox/messages/templates/alarm.ts'

/** An event with one occurrence, as the events slice would leave it. */
export async function anOccurrence(
  farm: Farm,
  place: string,
  severity: Alarm['severity'] = 'MAJOR',
  { title = 'Demasiado calor — Olá ç', category = 'CLIMATE' } = {},
): Promise<Alarm> {
  const entityId = farm.at[place]!
  return farm.world.db.work(farm.system, async work => {
    const event = await work.sql
      .insertInto('events')
      .values({
        entity_id: entityId,
        title,
        severity,
        category,
        source: 'RULE',
        status: 'OPEN',
        open_date: work.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const key = `occurrence:${event.id}`
    const { id } = await work.sql
      .insertInto('event_occurrences')
      .values({ event_id: event.id, key, ts: work.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      eventId: event.id,
      entityId,
      occurrenceId: id,
      key,
      severity,
      title,
      place,
      openedAt: work.now,
      at: work.now,
      n: 1,
      last: false,
      cause: null,
      fact: null,
      written: null,
      escalation: 0,
      actions: null,
    }
  })
}

/** Puts somebody in charge of a place, changed as `extra` says; answers the id. */
export async function responsible(farm: Farm, entity: string, email: string, extra: object = {}): Promise<string> {
  return farm.world.db.work(farm.system, async work => {
    const { id } = await work.sql.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    if (Object.keys(extra).length > 0) await work.sql.updateTable('users').set(extra).where('id', '=', id).execute()
    await work.sql.insertInto('responsibles').values({ entity_id: farm.at[entity]!, user_id: id }).execute()
    return id
  })
}

export const rowsOf = (farm: Farm, eventId: string) =>
  farm.world.db.work(farm.system, work =>
    work.sql.selectFrom('notifications').selectAll().where('event_id', '=', eventId).orderBy('id').execute(),
  )

type Action = NonNullable<Alarm['actions']>[number]

/** Tells on these channels, the people in charge and whoever else is named. */
export const by = (
  types: readonly Action['type'][],
  recipientLists: { usersList?: string[]; contactsList?: string[] } = {},
): Action[] =>
  types.map(type => ({
    type,
    status: 'ACTIVE',
    notifyResponsible: recipientLists.usersList === undefined && recipientLists.contactsList === undefined,
    recurrence: 0,
    properties: { usersList: [], contactsList: [], subject: '', body: '', ...recipientLists },
  }))

/** A virtual clock on a summer's morning. */
export const aClock = (at = Date.UTC(2026, 6, 6, 10)) => createVirtualClock(at)

/** What a link opens that tells of one alarm. */
export function oneAlarm(opened: Linked): LinkedAlarm {
  if ('alarms' in opened) throw new Error('it tells of several')
  return opened
}
