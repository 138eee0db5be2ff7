import type { Channel } from '@steading/contract/outbox'
import type { Config } from '../platform/config.ts'
import { hasCost } from './ways.ts'

/** May a channel with cost reach this number? A premium number abroad is somebody's business. */
export const mayTell = ({ NOTIFY_COUNTRIES: codes }: Config, channel: Channel, address: string): boolean =>
  !hasCost(channel) || !codes || codes.some(code => address.startsWith(`+${code}`))
