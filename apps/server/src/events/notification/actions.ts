import type { EventAction } from '@steading/contract/events/events'
import { Action } from '@steading/contract/events/outbox'
import { z } from 'zod'
import { namesOf } from '../../escalation/index.ts'
import { BY_MAIL, namedUsers, peopleInCharge, visibleUsers as findVisibleUsers } from '../../outbox/index.ts'
import { seesPeople } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { EventRow } from '../events.sql.ts'
import type { Notifier } from './notifier.types.ts'
import { checkContacts, unreachableUsers } from './unreachableRecipients.ts'

/**
 * Who hears of an event: whom its writer told, whom its rule tells, else the people in charge by mail; and whom of them each
 * channel does not reach. People out of the caller's sight are left out, and addresses are for those who may see people.
 */
export async function presentActions(
  work: UnitOfWork,
  row: EventRow,
  notifier: Pick<Notifier, 'actionsOf' | 'resolveRecipients'>,
): Promise<EventAction[]> {
  const actions =
    row.origin === 'MANUAL' ? z.array(Action).parse(row.actions ?? []) : ((await notifier.actionsOf(work, row)) ?? [BY_MAIL])
  // Those in charge, and those who hear by another channel instead, may stand above whoever looks.
  const { inCharge: usersInCharge, destinations } = await work.withSystemScope(async whole => ({
    inCharge: (await peopleInCharge(whole, { entityId: row.entity_id, eventId: row.id })).flatMap(
      recipient => recipient.userId ?? [],
    ),
    destinations: await notifier.resolveRecipients(whole, {
      entityId: row.entity_id,
      eventId: row.id,
      escalation: 0,
      actions,
      severity: row.severity,
    }),
  }))
  const visibleUsers = new Set(await findVisibleUsers(work, [...namedUsers(actions), ...usersInCharge]))
  const maySeeContacts = seesPeople(work.actor)
  return Promise.all(
    actions.map(async action => {
      const usersList = action.properties.usersList.filter(id => visibleUsers.has(id))
      const contactsList = maySeeContacts ? action.properties.contactsList : []
      const inCharge = action.notifyResponsible ? usersInCharge.filter(id => visibleUsers.has(id)) : []
      const reached = destinations.flatMap(({ channel, to }) =>
        channel === action.type ? [{ userId: to.userId, recipient: to.address }] : [],
      )
      const unreachable = await namesOf(work, unreachableUsers([...usersList, ...inCharge], reached))
      return {
        ...action,
        properties: { ...action.properties, usersList, contactsList },
        responsibles: await namesOf(work, inCharge),
        unheard: [...unreachable.map(person => person.shortName), ...checkContacts(action.type, contactsList, reached).unheard],
      }
    }),
  )
}
