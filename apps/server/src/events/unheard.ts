import type { Unheard } from '@steading/contract/events'
import type { ActionConfiguration, Channel } from '@steading/contract/outbox'
import { namesOf } from '../escalation/index.ts'
import { addressOn, inChargeOf } from '../outbox/index.ts'
import type { Work } from '../platform/database/work.ts'
import { messagesOf } from './unheard.sql.ts'

/** Whom a telling names who does not hear of it, and who is named twice: of the channels that reach phones. */
export function unheardIn(
  work: Work,
  { occurrenceId, entityId }: { readonly occurrenceId: string; readonly entityId: string },
  actions: readonly ActionConfiguration[],
): Promise<Unheard[]> {
  // Those in charge may stand above whoever tells them.
  return work.beyond(async whole => {
    const sent = await messagesOf(whole, occurrenceId)
    const found: Unheard[] = []
    for (const { type, notifyResponsible, properties } of actions) {
      if (type === 'MAIL') continue
      const inCharge = notifyResponsible ? await inChargeOf(whole, { entityId }) : []
      const people = [...new Set([...properties.usersList, ...inCharge.flatMap(one => one.userId ?? [])])]
      const there = sent.filter(one => one.channel === type)
      const { unheard, twice } = contactsIn(type, properties.contactsList, there)
      const names = [...(await namesOf(whole, silentIn(people, there))).map(one => one.shortName), ...unheard]
      if (names.length + twice.length > 0)
        found.push({ type, named: people.length + properties.contactsList.length - twice.length, names, twice })
    }
    return found
  })
}

/** Where a channel goes: to somebody, or to an address that is nobody's. */
interface Heard {
  readonly userId: string | null
  readonly recipient: string
}

/** Those of these people to whom it does not go, each once. */
export const silentIn = (people: readonly string[], there: readonly Heard[]): string[] =>
  [...new Set(people)].filter(id => !there.some(one => one.userId === id))

/** Addresses and numbers that are told once, however often and in whichever form they are named. */
export function contactsIn(type: Channel, contacts: readonly string[], there: readonly Heard[]) {
  const heard = new Set(there.map(one => one.recipient.toLowerCase()))
  const taken = new Set(there.filter(one => one.userId !== null).map(one => one.recipient.toLowerCase()))
  const [unheard, twice]: [string[], string[]] = [[], []]
  for (const contact of contacts) {
    const address = addressOn(type, { email: contact, phone: contact })?.toLowerCase() ?? null
    if (address !== null && taken.has(address)) twice.push(contact)
    else if (address === null || !heard.has(address)) unheard.push(contact)
    if (address !== null) taken.add(address)
  }
  return { unheard, twice }
}
