import type { Provided, Provider } from './provider.ts'
import type { ProviderAddress } from './provider-address.ts'
import { twilio } from './provider-twilio.ts'
import { webhook } from './provider-webhook.ts'

/** Whoever serves a channel, as its setting says. */
export function provider(channel: Provided, address: ProviderAddress): Provider {
  const underWay = new Set<Promise<unknown>>()
  const { keyed, isFrom, send } = address.kind === 'twilio' ? twilio(channel, address) : webhook(channel, address)
  return {
    keyed,
    isFrom,
    async send(message) {
      const sending = send(message)
      underWay.add(sending)
      return sending.finally(() => underWay.delete(sending))
    },
    close: async () => void (await Promise.allSettled(underWay)),
  }
}
