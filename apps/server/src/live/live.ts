import type { LiveMessage, ReadingMessage } from '@steading/contract/devices/live'
import type { Permission } from '@steading/contract/users/permissions'
import { RULE_KINDS } from '@steading/contract/rules/kinds'
import { isEntityInReach } from '../entities/index.ts'
import type { Actor } from '../platform/actor.ts'
import { isPermitted } from '../platform/actor.ts'
import type { World } from '../platform/world.ts'
import type { LiveReading } from '../readings/index.ts'
import { interfacesInReach, provisionStatus } from './live.sql.ts'
import { mailbox } from './mailbox.ts'
import type { Change, Switchboard } from './switchboard.ts'

export interface Listener {
  readonly actor: Actor
  readonly interfaceIds: readonly string[]
  readonly signal: AbortSignal
  /** Whose session this is now; undefined when it is over. */
  again(): Promise<Actor | undefined>
}

const PING = 15_000
/** So old may be what is known of the session, and of who reaches what. */
const KNOWN_FOR = 1_000
const REACH_KNOWN_FOR = 10_000
const MOST_WAITING = 1_000

/** The permission to hear of a change, beside lying in reach: of a rule, the one of its kind. */
const NEEDS: Readonly<Record<Exclude<Change['type'], 'rule'>, Permission>> = {
  command: 'interfaces.read',
  terminal: 'terminals.read',
  event: 'events.read',
  batch: 'batches.read',
  task: 'tasks.read',
}
const permissionFor = (change: Change): Permission =>
  change.type === 'rule' ? RULE_KINDS[change.about.kind] : NEEDS[change.type]

/**
 * What one tab hears, until it goes, its session ends, or what it may see changes. A slow tab loses old values of an interface,
 * never the newest, and memory stays bounded.
 */
export async function* stream(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  board: Switchboard,
  listener: Listener,
): AsyncGenerator<LiveMessage> {
  const { actor, interfaceIds, signal } = listener
  const box = mailbox<LiveReading | Change>(MOST_WAITING)
  let reached = new Set<string>()
  let reachedAt = -Infinity
  let knownAt = clock.mono()
  const entities = new Map<string, boolean>()

  const holds = async () => {
    if (clock.mono() - knownAt < KNOWN_FOR) return true
    const now = await listener.again()
    knownAt = clock.mono()
    return now !== undefined && sameSet(new Set(now.scope), new Set(actor.scope)) && sameSet(now.permissions, actor.permissions)
  }
  const reach = async () => {
    if (clock.mono() - reachedAt < REACH_KNOWN_FOR) return
    reached = new Set(await db.work(actor, work => interfacesInReach(work, interfaceIds)))
    entities.clear()
    reachedAt = clock.mono()
  }
  const reaches = async (entityId: string) => {
    let known = entities.get(entityId)
    if (known === undefined) {
      known = await db.work(actor, work => isEntityInReach(work, entityId))
      entities.set(entityId, known)
    }
    return known
  }

  const leave = board.connect(
    {
      reading: reading => box.put(`reading ${reading.interfaceId}`, reading),
      change(change) {
        if (isPermitted(actor, permissionFor(change))) box.put(change.key, change)
      },
    },
    interfaceIds,
  )
  try {
    yield { type: 'hello', atUtc: stamp(clock.now()) }
    while (!signal.aborted) {
      const next = box.take()
      if (next === undefined) {
        if (await box.wait(PING, signal)) continue
        if (!(await holds())) return
        yield { type: 'ping', atUtc: stamp(clock.now()) }
        continue
      }
      if (!(await holds())) return
      await reach()
      if ('interfaceId' in next) {
        if (reached.has(next.interfaceId)) yield toMessage(next)
      } else if (await reaches(next.entityId)) {
        const message = await spoken(next)
        if (message) yield message
      }
    }
  } finally {
    leave()
  }

  async function spoken(change: Change): Promise<LiveMessage | undefined> {
    switch (change.type) {
      case 'command':
        return { type: 'command', command: change.about.command }
      case 'rule':
        return { type: 'rule', ruleId: change.about.ruleId, deploymentStatus: change.about.deploymentStatus }
      case 'event':
        return { type: 'event', eventId: change.about.eventId, status: change.about.status }
      case 'batch':
        return { type: 'batch', batchId: change.about.batchId }
      case 'task':
        return { type: 'task', taskId: change.about.taskId }
      case 'terminal': {
        const { terminalId, connected } = change.about
        const status = await db.work(actor, work => provisionStatus(work, terminalId))
        return status === undefined ? undefined : { type: 'terminal', terminalId, connected, provisionStatus: status }
      }
    }
  }
}

const stamp = (ms: number) => new Date(ms).toISOString()

/** A reading as the streams carry it. */
export const toMessage = ({ interfaceId, value, ts, good }: LiveReading): ReadingMessage => ({
  type: 'reading',
  interfaceId,
  value,
  good,
  timestampUtc: stamp(ts),
})

const sameSet = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>) =>
  one.size === other.size && [...one].every(item => other.has(item))
