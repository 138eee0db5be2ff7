import type { EventAction, Severity } from '@steading/contract/events'
import { Action } from '@steading/contract/outbox'
import { z } from 'zod'
import { namesOf } from '../escalation/index.ts'
import { BY_MAIL, inChargeOf, inSightOf, named } from '../outbox/index.ts'
import { seesPeople } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import type { EventRow } from './events.sql.ts'
import type { Telling } from './telling.ts'
import { contactsIn, silentIn } from './unheard.ts'

/**
 * Who hears of an event: whom its writer told, whom its rule tells, else the people in charge by mail; and whom of them each
 * channel does not reach. People out of the caller's sight are left out, and addresses are for those who may see people.
 */
export async function actionsOf(
  work: Work,
  row: EventRow,
  telling: Pick<Telling, 'actionsOf' | 'hearers'>,
): Promise<EventAction[]> {
  const actions =
    row.origin === 'MANUAL' ? z.array(Action).parse(row.actions ?? []) : ((await telling.actionsOf(work, row)) ?? [BY_MAIL])
  // Those in charge, and those who hear by another channel instead, may stand above whoever looks.
  const { first, heard } = await work.beyond(async whole => ({
    first: (await inChargeOf(whole, { entityId: row.entity_id, eventId: row.id })).flatMap(one => one.userId ?? []),
    heard: await telling.hearers(whole, {
      ...{ entityId: row.entity_id, eventId: row.id, escalation: 0, actions },
      severity: row.severity as Severity, // safe: the column's check
    }),
  }))
  const seen = new Set(await inSightOf(work, [...named(actions), ...first]))
  const mayKnow = seesPeople(work.actor)
  return Promise.all(
    actions.map(async one => {
      const usersList = one.properties.usersList.filter(id => seen.has(id))
      const contactsList = mayKnow ? one.properties.contactsList : []
      const inCharge = one.notifyResponsible ? first.filter(id => seen.has(id)) : []
      const there = heard.flatMap(({ channel, to }) =>
        channel === one.type ? [{ userId: to.userId, recipient: to.address }] : [],
      )
      const silent = await namesOf(work, silentIn([...usersList, ...inCharge], there))
      return {
        ...one,
        properties: { ...one.properties, usersList, contactsList },
        responsibles: await namesOf(work, inCharge),
        unheard: [...silent.map(person => person.shortName), ...contactsIn(one.type, contactsList, there).unheard],
      }
    }),
  )
}
