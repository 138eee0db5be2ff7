import { SEVERITIES } from '@steading/contract/events'
import type { Severity } from '@steading/contract/events'
import { ActionConfiguration } from '@steading/contract/outbox'
import type { Channel } from '@steading/contract/outbox'
import { defaultLanguage } from '@steading/locales/languages'
import type { Translate } from '@steading/locales/text'
import type { Work } from '../platform/database/work.ts'
import { readPhone } from '../platform/phones.ts'
import { inChargeOf } from './inCharge.ts'
import { peopleOf, zoneOf } from './outbox.sql.ts'
import type { Recipient } from './outbox.sql.ts'

export interface Told {
  readonly entityId: string
  /** Its escalation run says who had their turn; null: no event yet. */
  readonly eventId: string | null
  readonly severity: Severity
  /** Steps up the list of people; 0: the event's own recipients. */
  readonly escalation: number
  /** null: the responsibles, by mail. */
  readonly actions: readonly ActionConfiguration[] | null
}

/** Somebody, and where the channel reaches them: an address, or a number in E.164. */
export interface Hearer extends Recipient {
  readonly address: string
}

/** What a message keeps of its recipient: the address, and how the person reads. `t` is the translator of its text. */
export const recipientFields = (
  { userId, numberFormat, dateFormat, timeZone }: Recipient,
  address: string,
  { language }: Pick<Translate, 'language'>,
) => ({ userId, address, language, numberFormat, dateFormat, timeZone })

/** Who hears on one channel. */
export interface Audience {
  readonly channel: Channel
  /** s between two on this channel for one event; 0: each. */
  readonly recurrence: number
  /** Each address once, whoever named it. */
  readonly to: readonly Hearer[]
  /** People whom it does not reach: they have no address for it, or want none of this by it. */
  readonly missed: readonly Recipient[]
}

/** What is done where nobody said anything else: the people in charge, by mail. */
export const BY_MAIL: ActionConfiguration = ActionConfiguration.parse({ type: 'MAIL' })

/** Where a channel reaches somebody; null: it does not. */
export const addressOn = (channel: Channel, { email, phone }: Pick<Recipient, 'email' | 'phone'>): string | null =>
  channel === 'MAIL' ? email : phone === null ? null : readPhone(phone).international

/** The recipients of an event, channel by channel, with the scope of the system: they may stand above whoever reports it. */
export const audience = (work: Work, told: Told): Promise<Audience[]> => work.beyond(whole => resolve(whole, told))

async function resolve(work: Work, told: Told): Promise<Audience[]> {
  const { entityId, severity, escalation, actions } = told
  const heard: Audience[] = []
  let asked: Promise<Recipient[]> | undefined
  const inCharge = () => (asked ??= inChargeOf(work, told))
  for (const { type, status = 'ACTIVE', notifyResponsible, recurrence, properties } of actions ?? [BY_MAIL]) {
    if (status !== 'ACTIVE') continue
    const found = new Map<string, Hearer>()
    const missed = new Map<string | null, Recipient>()
    const add = (some: readonly Recipient[]) => {
      for (const one of some) {
        const address = addressOn(type, one)
        const name = address?.toLowerCase() ?? ''
        const known = found.get(name)
        // Who shares the number of somebody else may be reached otherwise where that is not.
        const isShared = known !== undefined && one.userId !== null && known.userId !== one.userId
        if (address === null || isShared || !wants(one, type, severity)) missed.set(one.userId, one)
        else if (!known) found.set(name, { ...one, address })
      }
    }
    add(await peopleOf(work, properties.usersList, entityId))
    if (notifyResponsible || escalation > 0) add(await inCharge())
    if (properties.contactsList.length > 0) {
      const timeZone = await zoneOf(work, entityId)
      // Nobody asked them: they hear in the language of the people there.
      const language = (await inCharge())[0]?.language ?? defaultLanguage
      const plain = { userId: null, language, timeZone }
      add(properties.contactsList.map(one => ({ ...plain, email: one, phone: type === 'MAIL' ? null : one })))
    }
    heard.push({ channel: type, recurrence, to: [...found.values()], missed: [...missed.values()] })
  }
  return heard
}

/** What a person has chosen; of what is CRITICAL everybody hears. */
export const wants = ({ notifications }: Recipient, channel: Channel, severity: Severity) =>
  severity === 'CRITICAL' ||
  !notifications ||
  (notifications.channels[channel] && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(notifications.from))
