import { heartbeat } from '@steading/contract/events/heartbeat'
import { slice } from '../platform/http/call.ts'
import type { Watchdog } from './heartbeat.ts'

export const heartbeatSlice = (watchdog: Pick<Watchdog, 'state'>) => slice(heartbeat, { of: () => watchdog.state() })
