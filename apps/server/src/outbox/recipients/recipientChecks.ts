import { CHANNEL_PERMISSIONS } from '@steading/contract/events/outbox'
import type { ActionConfiguration } from '@steading/contract/events/outbox'
import { isPermitted } from '../../platform/actor.ts'
import type { Actor } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { invalid } from '../../platform/failures.ts'
import { addressOn } from './eventRecipients.ts'
import { visibleUsers } from './recipientChecks.sql.ts'

type Told = readonly ActionConfiguration[]

const isActive = ({ status }: ActionConfiguration) => status === 'ACTIVE'

/** Users and contacts that the actions name. */
export const namedUsers = (actions: Told): string[] => actions.flatMap(action => action.properties.usersList)

/**
 * Users must be visible to the actor, unless the actions named them before.
 * @throws Failed that names the unknown user, below `field`
 */
export async function assertUsersVisible(
  work: UnitOfWork,
  actions: Told,
  before: readonly string[],
  field: string,
): Promise<void> {
  const asked = namedUsers(actions).filter(id => !before.includes(id))
  if (asked.length === 0) return
  const seen = new Set(await visibleUsers(work, asked))
  for (const [at, { properties }] of actions.entries())
    for (const [k, id] of properties.usersList.entries())
      if (!before.includes(id) && !seen.has(id)) throw invalid(`${field}.${at}.properties.usersList.${k}`, 'notFound')
}

/** The first channel that the actor may not use, unless the actions used it before. */
const firstForbiddenChannel = (actor: Actor, actions: Told, before: Told): number => {
  const activeTypes = new Set(before.filter(isActive).map(({ type }) => type))
  return actions.findIndex(action => {
    const permission = CHANNEL_PERMISSIONS[action.type]
    return isActive(action) && permission !== null && !activeTypes.has(action.type) && !isPermitted(actor, permission)
  })
}

/** @throws Failed that names the channel below `field`, for a form */
export function assertChannelsPermitted({ actor }: UnitOfWork, actions: Told, before: Told, field: string): void {
  const at = firstForbiddenChannel(actor, actions, before)
  if (at >= 0) throw invalid(`${field}.${at}.status`, 'notAllowed')
}

/** @throws Failed that names `field`, for actions that are copied from elsewhere */
export function assertChannelsHeld({ actor }: UnitOfWork, actions: Told, before: Told, field: string): void {
  if (firstForbiddenChannel(actor, actions, before) >= 0) throw invalid(field, 'beyondOwn')
}

/**
 * Refuses invalid phone numbers of contacts when the rule is saved, since nobody would notice them when it fires.
 * @throws Failed that names the contact below `field`
 */
export function assertContactsReachable(actions: Told, before: Told, field: string): void {
  const contactsOf = ({ type, properties }: ActionConfiguration) => properties.contactsList.map(contact => `${type} ${contact}`)
  const known = new Set(before.filter(isActive).flatMap(contactsOf))
  for (const [at, action] of actions.entries()) {
    const { type, properties } = action
    for (const [k, contact] of properties.contactsList.entries())
      if (isActive(action) && !known.has(`${type} ${contact}`) && addressOn(type, { email: contact, phone: contact }) === null)
        throw invalid(`${field}.${at}.properties.contactsList.${k}`, 'noSuchNumber')
  }
}
