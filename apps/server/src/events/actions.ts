import type { EventAction } from '@steading/contract/events'
import { Action } from '@steading/contract/outbox'
import { z } from 'zod'
import { responsiblesAt } from '../entities/index.ts'
import { BY_MAIL, inSightOf, named } from '../outbox/index.ts'
import { mayDo } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import type { EventRow } from './events.sql.ts'
import type { Telling } from './telling.ts'

/**
 * Who hears of an event: whom its writer told, whom its rule tells, else the people in charge by mail. People out of the
 * caller's sight are left out, and addresses are for those who may see people.
 */
export async function actionsOf(work: Work, row: EventRow, telling: Pick<Telling, 'actionsOf'>): Promise<EventAction[]> {
  const actions =
    row.origin === 'MANUAL' ? z.array(Action).parse(row.actions ?? []) : ((await telling.actionsOf(work, row)) ?? [BY_MAIL])
  const seen = new Set(await inSightOf(work, named(actions)))
  const inCharge = await responsiblesAt(work, row.entity_id)
  const mayKnow = mayDo(work.actor, ['users.read', 'users.list'])
  return actions.map(one => ({
    ...one,
    properties: {
      ...one.properties,
      usersList: one.properties.usersList.filter(id => seen.has(id)),
      contactsList: mayKnow ? one.properties.contactsList : [],
    },
    responsibles: one.notifyResponsible ? inCharge : [],
  }))
}
