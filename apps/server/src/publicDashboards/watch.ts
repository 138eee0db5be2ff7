import type { PublicMessage } from '@steading/contract/widgets/publicDashboards'
import { currentLinkActor } from '../dashboards/index.ts'
import { interfacesByIds } from '../interfaces/index.ts'
import { mailbox, toMessage } from '../live/index.ts'
import type { Mailbox, Switchboard } from '../live/index.ts'
import type { ActorLink } from '../platform/actor.ts'
import type { World } from '../platform/world.ts'
import type { LiveReading } from '../readings/index.ts'
import { allShownInterfaces } from './publicDashboards.ts'

/**
 * ms between two checks of the link. So long at most does the link of a creator who may no longer sign in stay open, and does a
 * page go without the values of a widget that was added.
 */
const CHECK = 10_000
const MOST_WAITING = 1_000

/**
 * Values of the interfaces that the dashboard of a link shows, as they are measured. Ends when the link is dead: at once when it is
 * revoked or replaced, else at the next check.
 */
export async function* watchLink(
  world: Pick<World, 'db' | 'bus' | 'clock' | 'secrets'>,
  board: Switchboard,
  link: Pick<ActorLink, 'id' | 'dashboardId'>,
  { signal, checkEvery = CHECK }: { readonly signal: AbortSignal; readonly checkEvery?: number },
): AsyncGenerator<PublicMessage> {
  const { db, bus, clock, secrets } = world
  const readings = mailbox<LiveReading>(MOST_WAITING)
  const tab = {
    reading: (reading: LiveReading) => readings.put(reading.interfaceId, reading),
    change: () => undefined,
  }
  let changed = new AbortController()
  let disconnect = () => undefined as void
  // The link of a kiosk is that of another dashboard of its turn.
  const leave = bus.on('publicLinks.changed', 'public page', () => changed.abort())
  try {
    while (!signal.aborted) {
      changed = new AbortController()
      const actor = await currentLinkActor(world, link)
      if (!actor) return
      const shown = await db.work(actor, async work => {
        const reached = await interfacesByIds(work, [...(await allShownInterfaces(work, secrets))])
        return new Set(reached.map(({ id }) => id))
      })
      disconnect()
      disconnect = board.connect(tab, shown)
      yield { type: 'alive', atUtc: new Date(clock.now()).toISOString() }
      yield* messagesOf(readings, shown, {
        until: clock.mono() + checkEvery,
        clock,
        signal: AbortSignal.any([signal, changed.signal]),
      })
    }
  } finally {
    leave()
    disconnect()
  }
}

/** Readings of these interfaces until an instant of the monotonic clock, or until the signal aborts. */
async function* messagesOf(
  readings: Mailbox<LiveReading>,
  shown: ReadonlySet<string>,
  { until, clock, signal }: { readonly until: number; readonly clock: World['clock']; readonly signal: AbortSignal },
): AsyncGenerator<PublicMessage> {
  while (!signal.aborted) {
    const left = until - clock.mono()
    if (left <= 0) return
    const reading = readings.take()
    if (reading && shown.has(reading.interfaceId)) yield toMessage(reading)
    else if (!reading && !(await readings.wait(left, signal))) return
  }
}
