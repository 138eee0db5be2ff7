import { CHANNELS } from '@steading/contract/events/outbox'
import type { Channel } from '@steading/contract/events/outbox'
import { responsiblesAt } from '../../entities/index.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { openChannels } from '../delivery/channels.ts'
import { lastNotified, notifiedOfEvent } from '../outbox.sql.ts'
import { addressOn, resolveEventRecipients } from './eventRecipients.ts'
import { fallbackRecipients, isReachable, nextChannel, reachableOn } from './fallbackRecipients.ts'
import type { OpenChannels } from './fallbackRecipients.ts'
import { peopleInCharge } from './peopleInCharge.ts'
import { recipientsById } from './recipients.sql.ts'
import type {
  Destination,
  EventRecipients,
  EventTarget,
  NotifiedRecipients,
  OnDutyRecipients,
  ResponsibleRecipients,
  StoredRecipients,
  SubscriberRecipient,
} from './recipients.ts'
import { createThrottle } from './throttle.ts'

/** The destinations of a notification: recipients with their channels and addresses. */
export async function resolveRecipients(
  work: UnitOfWork,
  recipients: StoredRecipients,
  open: OpenChannels,
): Promise<Destination[]> {
  switch (recipients.kind) {
    case 'EVENT':
      return resolveEvent(work, recipients, open)
    case 'ON_DUTY':
      return resolveOnDuty(work, recipients, open)
    case 'RESPONSIBLES':
      return resolveResponsibles(work, recipients)
    case 'NOTIFIED':
      return resolveNotified(work, recipients, open)
    case 'PERSON':
      return [{ channel: 'MAIL', to: { ...recipients.person, phone: null, address: recipients.person.email } }]
    case 'SUBSCRIBER':
      return resolveSubscriber(work, recipients, open)
  }
}

/** Without an open channel, messages are kept, and read in the history. */
export const isHistoryRead = ({ transports }: OpenChannels) => openChannels(transports).length === 0

async function resolveEvent(work: UnitOfWork, event: EventRecipients, open: OpenChannels): Promise<Destination[]> {
  const due: Destination[] = []
  const throttled: Destination[] = []
  const nexts: Destination[] = []
  const { eventId, severity, escalation, actions } = event
  const isHistoric = isHistoryRead(open)
  const throttleFor = (recurrence: number, last: ReadonlyMap<string, number>) => {
    const isThrottled = createThrottle({ severity, escalation, recurrence, at: event.at.getTime() }, last)
    return ({ to }: Destination) => isThrottled(to.address.toLowerCase())
  }
  for (const { channel, recurrence, to, unreachable } of await resolveEventRecipients(work, event)) {
    const own = actions?.find(action => action.type === channel)?.properties ?? null
    // Looked up before this occurrence is stored: it does not throttle itself.
    const isAsked = recurrence > 0 && eventId !== null
    const last = isAsked ? await lastNotified(work, { eventId, channel, isHistory: isHistoric }) : new Map<string, number>()
    const isThrottled = throttleFor(recurrence, last)
    for (const destination of to.map(person => ({ channel, to: person, own })))
      (isThrottled(destination) ? throttled : due).push(destination)
    // A fallback channel does not repeat more often than the channel that it replaces.
    const fallbacks = unreachable.flatMap(person => nextChannel(open, person, channel, severity))
    const isFallbackThrottled = throttleFor(
      recurrence,
      isAsked && fallbacks.length > 0 ? await lastNotifiedAnywhere(work, eventId, isHistoric) : last,
    )
    for (const destination of fallbacks) (isFallbackThrottled(destination) ? throttled : nexts).push(destination)
  }
  return [...due, ...(await fallbackRecipients(work, event, { due, throttled, nexts }, open))]
}

/** When each address was last notified of an event, on any channel. */
async function lastNotifiedAnywhere(work: UnitOfWork, eventId: string, isHistory: boolean): Promise<ReadonlyMap<string, number>> {
  const byChannel = await Promise.all(CHANNELS.map(channel => lastNotified(work, { eventId, channel, isHistory })))
  return new Map(byChannel.flatMap(last => [...last]))
}

/** The destinations that an alarm would have now, throttling aside: those that an open channel reaches. */
export async function previewEventRecipients(
  work: UnitOfWork,
  event: EventTarget,
  open: OpenChannels,
): Promise<readonly Destination[]> {
  const channels = await resolveEventRecipients(work, event)
  const due = channels.flatMap(({ channel, to }) => to.map((recipient): Destination => ({ channel, to: recipient })))
  const nexts = channels.flatMap(({ channel, unreachable }) =>
    unreachable.flatMap(person => nextChannel(open, person, channel, event.severity)),
  )
  const all = [...due, ...(await fallbackRecipients(work, event, { due, throttled: [], nexts }, open))]
  return isHistoryRead(open) ? all : all.filter(destination => isReachable(open, destination))
}

async function resolveOnDuty(
  work: UnitOfWork,
  { entityId }: OnDutyRecipients,
  { transports }: OpenChannels,
): Promise<Destination[]> {
  const open = openChannels(transports)
  const channels: readonly Channel[] = open.length > 0 ? open : ['MAIL']
  const destinations = new Map<string, Destination>()
  for (const recipient of await peopleInCharge(work, { entityId })) {
    const preferred = channels.filter(channel => recipient.notifications?.channels[channel] ?? true)
    // CRITICAL ignores preferences: so does the drill of a CRITICAL alarm where they leave no channel.
    for (const channel of preferred.length > 0 ? preferred : channels) {
      const address = addressOn(channel, recipient)
      const name = `${channel}|${address?.toLowerCase() ?? ''}`
      if (address !== null && !destinations.has(name)) destinations.set(name, { channel, to: { ...recipient, address } })
    }
  }
  return [...destinations.values()]
}

async function resolveResponsibles(work: UnitOfWork, { entityId, except }: ResponsibleRecipients): Promise<Destination[]> {
  // The responsibles may stand above the actor.
  const people = await work.withSystemScope(async whole => {
    const ids = (await responsiblesAt(whole, entityId, except)).map(responsible => responsible.userId)
    return recipientsById(whole, ids, entityId)
  })
  return people.map(person => ({ channel: 'MAIL', to: { ...person, address: person.email } }))
}

/** Order of the channels on which somebody hears that another person goes: nobody is called for that. */
const WRITTEN = ['SMS', 'WHATSAPP', 'MAIL'] as const

async function resolveNotified(
  work: UnitOfWork,
  { entityId, eventId, except }: NotifiedRecipients,
  open: OpenChannels,
): Promise<Destination[]> {
  // They may stand above the actor.
  return work.withSystemScope(async whole => {
    const rows = (await notifiedOfEvent(whole, eventId)).filter(row =>
      row.userId === null ? row.recipient !== except.recipient : row.userId !== except.userId,
    )
    const ids = [...new Set(rows.flatMap(row => row.userId ?? []))]
    const people = new Map((await recipientsById(whole, ids, entityId)).map(person => [person.userId, person]))
    const isHistory = isHistoryRead(open)
    const found = new Map<string, Destination>()
    for (const channel of WRITTEN) {
      if (!open.transports[channel] && !isHistory) continue
      for (const row of rows) {
        // The number that was called gets a text instead.
        if (row.channel !== channel && !(row.channel === 'VOICE' && channel === 'SMS')) continue
        const { userId, recipient, language, timeZone } = row
        const person = people.get(userId)
        if (userId !== null && !person) continue
        const contact = { userId: null, email: recipient, phone: channel === 'MAIL' ? null : recipient, language, timeZone }
        const name = userId ?? recipient.toLowerCase()
        if (!found.has(name)) found.set(name, { channel, to: { ...(person ?? contact), address: recipient } })
      }
    }
    return [...found.values()]
  })
}

async function resolveSubscriber(
  work: UnitOfWork,
  { userId, entityId }: SubscriberRecipient,
  open: OpenChannels,
): Promise<Destination[]> {
  const people = await recipientsById(work, [userId], entityId)
  return people.map((person): Destination => {
    const { MAIL: byMail = true, WHATSAPP: byWhatsApp = false } = person.notifications?.channels ?? {}
    const [onWhatsApp] = !byMail && byWhatsApp ? reachableOn(open, person, ['WHATSAPP']) : []
    return onWhatsApp ?? { channel: 'MAIL', to: { ...person, address: person.email } }
  })
}
