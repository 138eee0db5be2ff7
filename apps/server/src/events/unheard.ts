import type { Unheard } from '@steading/contract/events'
import type { ActionConfiguration } from '@steading/contract/outbox'
import { namesOf } from '../escalation/index.ts'
import { inChargeOf } from '../outbox/index.ts'
import type { Work } from '../platform/database/work.ts'
import { readPhone } from '../platform/phones.ts'
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
      const inCharge = notifyResponsible ? await inChargeOf(whole, entityId, 0) : []
      const people = [...new Set([...properties.usersList, ...inCharge.flatMap(one => one.userId ?? [])])]
      const there = sent.filter(one => one.channel === type)
      const silent = people.filter(id => !there.some(one => one.userId === id))
      const { unheard, twice } = contactsIn(properties.contactsList, there)
      const names = [...(await namesOf(whole, silent)).map(one => one.shortName), ...unheard]
      if (names.length + twice.length > 0)
        found.push({ type, named: people.length + properties.contactsList.length - twice.length, names, twice })
    }
    return found
  })
}

/** Numbers that are called once, however often and in whichever form they are named. */
function contactsIn(contacts: readonly string[], there: Awaited<ReturnType<typeof messagesOf>>) {
  const taken = new Set(there.filter(one => one.userId !== null).map(one => one.recipient))
  const [unheard, twice]: [string[], string[]] = [[], []]
  for (const contact of contacts) {
    const number = readPhone(contact).international
    if (number !== null && taken.has(number)) twice.push(contact)
    else if (number === null || !there.some(one => one.recipient === number)) unheard.push(contact)
    if (number !== null) taken.add(number)
  }
  return { unheard, twice }
}
