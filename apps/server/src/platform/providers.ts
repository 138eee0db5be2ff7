import type { Provided, Provider } from './provider.ts'
import type { ProviderAddress } from './provider-address.ts'
import { twilio } from './provider-twilio.ts'
import { webhook } from './provider-webhook.ts'

/** Whoever serves a channel, as its setting says. */
export const provider = (channel: Provided, address: ProviderAddress): Provider =>
  address.kind === 'twilio' ? twilio(channel, address) : webhook(channel, address)
