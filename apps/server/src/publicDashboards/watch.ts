import { setTimeout as pause } from 'node:timers/promises'
import { isLinkAlive } from '../dashboards/index.ts'
import type { ActorLink } from '../platform/actor.ts'
import type { World } from '../platform/world.ts'

/** ms between two messages; also how long the link of a creator who may no longer sign in stays open at most. */
const PING = 15_000

/** Ends when the link is dead: at once when it is revoked or replaced, else at the next message. */
export async function* watchLink(
  world: Pick<World, 'db' | 'bus' | 'clock'>,
  { id, dashboardId }: Pick<ActorLink, 'id' | 'dashboardId'>,
  signal: AbortSignal,
): AsyncGenerator<{ type: 'alive'; atUtc: string }> {
  let changed = new AbortController()
  const leave = world.bus.on('publicLinks.changed', 'public page', message => {
    if (message.dashboardId === dashboardId) changed.abort()
  })
  try {
    while (!signal.aborted && (await isLinkAlive(world, id))) {
      yield { type: 'alive', atUtc: new Date(world.clock.now()).toISOString() }
      // An abort ends the pause.
      await pause(PING, undefined, { signal: AbortSignal.any([signal, changed.signal]) }).catch(() => undefined)
      if (changed.signal.aborted) changed = new AbortController()
    }
  } finally {
    leave()
  }
}
