import type { Provider } from './provider.ts'
import type { ProviderChannel, ProviderAddress } from '../../platform/config/providerAddress.ts'
import { createTwilio } from './twilio.ts'
import { createWebhook } from './webhook.ts'

/** The provider of a channel by its setting. */
export const createProvider = (channel: ProviderChannel, address: ProviderAddress): Provider =>
  address.kind === 'twilio' ? createTwilio(channel, address) : createWebhook(channel, address)
