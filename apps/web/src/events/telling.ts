import type { SavedEvent } from '@steading/contract/events'
import type { ActionConfiguration, Channel } from '@steading/contract/outbox'
import { queryClient } from '../platform/queries.ts'
import { inChargeQuery } from '../outbox/index.ts'

/** How many people the platform tells on the channels that call or write to a phone. */
const accepted = ({ smsUsers, voiceUsers, whatsappUsers }: SavedEvent): Readonly<Partial<Record<Channel, number>>> => ({
  SMS: smsUsers,
  VOICE: voiceUsers,
  WHATSAPP: whatsappUsers,
})

export interface Difference {
  readonly channel: Channel
  readonly sent: number
  readonly accepted: number
}

/** Where fewer or more people hear of it than were named; `inCharge`: the ids of those in charge there. */
export function differencesIn(
  actions: readonly ActionConfiguration[],
  saved: SavedEvent,
  inCharge: readonly string[],
): readonly Difference[] {
  const told = accepted(saved)
  return actions.flatMap(({ type, status, notifyResponsible, properties }) => {
    const heard = told[type]
    if (heard === undefined || status !== 'ACTIVE') return []
    const people = new Set([...properties.usersList, ...(notifyResponsible ? inCharge : [])])
    const sent = people.size + properties.contactsList.length
    return sent === heard ? [] : [{ channel: type, sent, accepted: heard }]
  })
}

/** The ids of those in charge of a place; whom one does not see counts too. */
export const inChargeOf = async (placeId: string): Promise<readonly string[]> => {
  const { people, hidden } = await queryClient.fetchQuery(inChargeQuery(placeId))
  return [...people.map(one => one.userId), ...Array.from({ length: hidden }, (_, at) => `hidden ${at}`)]
}
