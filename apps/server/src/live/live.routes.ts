import { live } from '@steading/contract/devices/live'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { identifier } from '../sessions/index.ts'
import { stream } from './live.ts'
import { streamQuota } from './quota.ts'
import { switchboard } from './switchboard.ts'

export function liveSlice(world: World) {
  const board = switchboard(world.bus)
  const identify = identifier(world)
  const quota = streamQuota()
  return slice(live, {
    stream: ({ actor, query, token = '', signal }) => {
      quota.take(actor.id ?? '', signal)
      return stream(world, board, {
        actor,
        interfaceIds: query.interfaceIds ?? [],
        signal,
        again: () => identify(token, { background: true, ip: actor.ip ?? '', requestId: actor.requestId ?? '' }),
      })
    },
  })
}
