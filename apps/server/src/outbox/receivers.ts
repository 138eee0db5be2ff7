import { CHANNEL_PERMISSIONS } from '@steading/contract/outbox'
import type { ActionConfiguration } from '@steading/contract/outbox'
import { mayDo } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import { invalid } from '../platform/failures.ts'
import { addressOn } from './audience.ts'
import { inSightOf } from './receivers.sql.ts'

type Told = readonly ActionConfiguration[]

const isActive = ({ status }: ActionConfiguration) => status === 'ACTIVE'

/** Whom it names. */
export const named = (actions: Told): string[] => actions.flatMap(one => one.properties.usersList)

/**
 * People are named by those who see them; whom it told before, it goes on telling.
 * @throws Failed that names the one who is not there, below `field`
 */
export async function mustSeeUsers(work: Work, actions: Told, before: readonly string[], field: string): Promise<void> {
  const asked = named(actions).filter(id => !before.includes(id))
  if (asked.length === 0) return
  const seen = new Set(await inSightOf(work, asked))
  for (const [at, { properties }] of actions.entries())
    for (const [k, id] of properties.usersList.entries())
      if (!before.includes(id) && !seen.has(id)) throw invalid(`${field}.${at}.properties.usersList.${k}`, 'notFound')
}

/** Where it begins to tell on a channel that the actor may not use; on which it told before, it goes on telling. */
const beyondOwn = (actor: Actor, actions: Told, before: Told): number => {
  const told = new Set(before.filter(isActive).map(({ type }) => type))
  return actions.findIndex(one => {
    const permission = CHANNEL_PERMISSIONS[one.type]
    return isActive(one) && permission !== null && !told.has(one.type) && !mayDo(actor, permission)
  })
}

/** @throws Failed that names the channel below `field`, of what a form says */
export function mustTellByRight({ actor }: Work, actions: Told, before: Told, field: string): void {
  const at = beyondOwn(actor, actions, before)
  if (at >= 0) throw invalid(`${field}.${at}.status`, 'notAllowed')
}

/** @throws Failed that names `field`, of what is taken over as it stands elsewhere */
export function mustHoldChannels({ actor }: Work, actions: Told, before: Told, field: string): void {
  if (beyondOwn(actor, actions, before) >= 0) throw invalid(field, 'beyondOwn')
}

/**
 * Contacts of a rule are notified when nobody sits before a screen: a number that nobody has is refused as it is saved.
 * @throws Failed that names the contact below `field`
 */
export function mustReachContacts(actions: Told, before: Told, field: string): void {
  const contactsOf = ({ type, properties }: ActionConfiguration) => properties.contactsList.map(contact => `${type} ${contact}`)
  const known = new Set(before.filter(isActive).flatMap(contactsOf))
  for (const [at, action] of actions.entries()) {
    const { type, properties } = action
    for (const [k, contact] of properties.contactsList.entries())
      if (isActive(action) && !known.has(`${type} ${contact}`) && addressOn(type, { email: contact, phone: contact }) === null)
        throw invalid(`${field}.${at}.properties.contactsList.${k}`, 'noSuchNumber')
  }
}
