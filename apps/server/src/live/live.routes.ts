import { live } from '@steading/contract/live'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { identifier } from '../sessions/index.ts'
import { stream } from './live.ts'
import { switchboard } from './switchboard.ts'

export function liveSlice(world: World) {
  const board = switchboard(world.bus)
  const identify = identifier(world)
  return slice(live, {
    stream: ({ actor, query, token = '', signal }) =>
      stream(world, board, {
        actor,
        interfaceIds: query.interfaceIds ?? [],
        signal,
        again: () => identify(token, { background: true, ip: actor.ip ?? '', requestId: actor.requestId ?? '' }),
      }),
  })
}
