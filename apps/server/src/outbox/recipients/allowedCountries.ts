import type { Channel } from '@steading/contract/events/outbox'
import type { Config } from '../../platform/config/config.ts'
import { hasCost } from '../delivery/channels.ts'

/** May a channel with cost reach this number? Protects against premium numbers abroad. */
export const isCountryAllowed = ({ NOTIFY_COUNTRIES: codes }: Config, channel: Channel, address: string): boolean =>
  !hasCost(channel) || !codes || codes.some(code => address.startsWith(`+${code}`))
