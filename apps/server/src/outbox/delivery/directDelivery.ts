import type { Channel } from '@steading/contract/events/outbox'
import { translatorFor } from '@steading/locales/text'
import type { World } from '../../platform/world.ts'
import type { Renderer } from '../messages/renderer.ts'
import type { DirectNotification } from '../notification.ts'
import { isCountryAllowed } from '../recipients/allowedCountries.ts'
import { addressOn } from '../recipients/eventRecipients.ts'
import type { Recipient } from '../recipients/recipients.ts'
import { NotDelivered } from '../transport/provider.ts'
import type { OutgoingMessage } from '../transport/transportWorker.ts'
import type { Transports } from './channels.ts'
import type { ChannelTransport } from './channelTransport.ts'
import { messageKey } from './enqueue.ts'

const CHANNEL_ORDER: readonly Channel[] = ['MAIL', 'SMS', 'VOICE']

type Person = Omit<Recipient, 'phone' | 'notifications'>

/** Sends messages past the queue. Nothing is stored. */
export function createDirectDelivery(
  { config, clock, texts, log }: Pick<World, 'config' | 'clock' | 'texts' | 'log'>,
  transports: Transports,
  renderer: Renderer,
) {
  function messageTo(
    person: Person,
    channel: Channel,
    address: string,
    { template, values, dedupeKey }: DirectNotification,
  ): OutgoingMessage {
    return {
      key: messageKey(dedupeKey, channel, address),
      to: address,
      ...renderer.text(template, values, person, channel),
      html: channel === 'MAIL' ? renderer.htmlOf(template, values, person) : '',
      language: translatorFor(texts, person).language,
      date: new Date(clock.now()),
      link: null,
      report: null,
    }
  }

  /** Ignores the circuit breaker: a channel that is down may work again, and no other attempt comes later. */
  async function isSentOn(channel: Channel, recipient: Recipient, notification: DirectNotification): Promise<boolean> {
    const transport = transports[channel]
    const address = addressOn(channel, recipient)
    if (!transport || address === null || !isCountryAllowed(config, channel, address)) return false
    try {
      await transport.send(messageTo(recipient, channel, address, notification), { first: true })
      return true
    } catch (error) {
      log.warn({ err: error, channel }, 'direct notification not delivered on a channel, trying the next one')
      return false
    }
  }

  async function isSent(recipient: Recipient, notification: DirectNotification): Promise<boolean> {
    const isDown = (channel: Channel) => transports[channel]?.breaker.isDown() === true
    for (const channel of CHANNEL_ORDER.toSorted((a, b) => Number(isDown(a)) - Number(isDown(b))))
      if (await isSentOn(channel, recipient, notification)) return true
    return false
  }

  return {
    /** Each of these people over the first channel that works; answers how many are reached. */
    async sendToPeople(people: readonly Recipient[], notification: DirectNotification): Promise<number> {
      const results = await Promise.all(people.map(person => isSent(person, notification)))
      return results.filter(Boolean).length
    },
    /** One e-mail, if the circuit breaker permits it. @throws NotDelivered */
    async sendEmail(transport: ChannelTransport, person: Person, notification: DirectNotification): Promise<void> {
      const permit = transport.breaker.acquire()
      if (!permit) throw new NotDelivered('the mail server does not answer', { outcome: 'FAILED' })
      try {
        // Somebody waits for it: it goes before the queue.
        await transport.send(messageTo(person, 'MAIL', person.email, notification), { first: true })
        permit.success()
      } catch (error) {
        if (error instanceof NotDelivered && error.failure.isChannelFailure) permit.failure(error.failure.retryAfterMs)
        throw error
      } finally {
        permit.release()
      }
    },
  }
}
