import type { Unheard } from '@steading/contract/events/events'
import type { ActionConfiguration, Channel } from '@steading/contract/events/outbox'
import { namesOf } from '../../escalation/index.ts'
import { addressOn, peopleInCharge } from '../../outbox/index.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { sentMessages } from './unreachableRecipients.sql.ts'

/** Whom a telling names who does not hear of it, and who is named twice: of the channels that reach phones. */
export function unreachableRecipients(
  work: UnitOfWork,
  { occurrenceId, entityId }: { readonly occurrenceId: string; readonly entityId: string },
  actions: readonly ActionConfiguration[],
): Promise<Unheard[]> {
  // System scope: people in charge may belong to entities above the caller.
  return work.withSystemScope(async whole => {
    const sent = await sentMessages(whole, occurrenceId)
    const result: Unheard[] = []
    for (const { type, notifyResponsible, properties } of actions) {
      if (type === 'MAIL') continue
      const inCharge = notifyResponsible ? await peopleInCharge(whole, { entityId }) : []
      const userIds = [...new Set([...properties.usersList, ...inCharge.flatMap(recipient => recipient.userId ?? [])])]
      const reached = sent.filter(one => one.channel === type)
      const { unheard, duplicates } = checkContacts(type, properties.contactsList, reached)
      const names = [...(await namesOf(whole, unreachableUsers(userIds, reached))).map(name => name.shortName), ...unheard]
      if (names.length + duplicates.length > 0)
        result.push({
          type,
          named: userIds.length + properties.contactsList.length - duplicates.length,
          names,
          twice: duplicates,
        })
    }
    return result
  })
}

/** Where a channel goes: to somebody, or to an address that is nobody's. */
interface ReachedRecipient {
  readonly userId: string | null
  readonly recipient: string
}

/** Users without a message on the channel, each once. */
export const unreachableUsers = (userIds: readonly string[], reached: readonly ReachedRecipient[]): string[] =>
  [...new Set(userIds)].filter(id => !reached.some(heard => heard.userId === id))

/** Splits contacts into unreachable and duplicate ones, comparing normalised addresses. */
export function checkContacts(type: Channel, contacts: readonly string[], reached: readonly ReachedRecipient[]) {
  const heard = new Set(reached.map(one => one.recipient.toLowerCase()))
  const seen = new Set(reached.filter(one => one.userId !== null).map(one => one.recipient.toLowerCase()))
  const unheard: string[] = []
  const duplicates: string[] = []
  for (const contact of contacts) {
    const address = addressOn(type, { email: contact, phone: contact })?.toLowerCase() ?? null
    if (address !== null && seen.has(address)) duplicates.push(contact)
    else if (address === null || !heard.has(address)) unheard.push(contact)
    if (address !== null) seen.add(address)
  }
  return { unheard, duplicates }
}
