import { DRILL, LIMITS } from '@steading/contract/box/messages'
import type { Hello, State, Welcome } from '@steading/contract/box/messages'
import { systemActor } from '../../platform/actor.ts'
import type { Broker } from '../../platform/broker/broker.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { World } from '../../platform/world.ts'
import { recordRegisterBases } from '../../readings/index.ts'
import type { Journal } from '../../readings/index.ts'
import { journalEpoch } from './journalEpoch.ts'
import { beginSession, endAllSessions, endSession, wasEverConnected, updateLastContact } from './links.sql.ts'
import { runInOrder } from './links.ts'
import type { Link, Links } from './links.ts'
import type { Shadow } from '../configuration/shadow.ts'

declare module '../../platform/bus.ts' {
  interface Messages {
    /** A box connected or disconnected. */
    'terminal.presence': { terminalId: string; entityId: string; connected: boolean; at: Date }
  }
}

const system = systemActor('link')

/** ms between two writes of the last contact of a box; limits the database load of 5000 boxes. */
const PERSIST_INTERVAL = 15_000

const limits: Welcome['limits'] = {
  readings: LIMITS.readings,
  bytes: LIMITS.batchBytes,
  window: LIMITS.window,
  packet: LIMITS.packetBytes,
}

export interface SessionsOptions {
  readonly world: World
  readonly links: Links
  readonly broker: Broker
  readonly journal: Pick<Journal, 'upTo' | 'startAt' | 'discard' | 'quarantine'>
  readonly shadow: Pick<Shadow, 'onHello'>
  /** Called when the box restarted since its last session. */
  readonly onRestart: (work: UnitOfWork, link: Link) => Promise<void>
}

/** Sessions of boxes: they begin with a hello and end with the will of the same session, a closed connection, or silence. */
export function createSessions({ world, links, broker, journal, shadow, onRestart }: SessionsOptions) {
  const { db, bus, clock } = world

  const publishPresence = ({ terminalId, entityId }: Link, connected: boolean) =>
    bus.emit('terminal.presence', { terminalId, entityId, connected, at: new Date(clock.now()) })

  const end = async (link: Link) => {
    if (!link.connected && link.sid === null) return
    link.connected = false
    link.sid = null
    await db.work(system, work => endSession(work, link.terminalId))
    publishPresence(link, false)
  }

  /** ms since the last packet, including pings if the broker reports them. */
  const silenceMs = (link: Link): number => {
    const silence = broker.silentMs(link.uid)
    if (silence !== null && silence !== Infinity) link.heardAt = Math.max(link.heardAt, clock.mono() - silence)
    return clock.mono() - link.heardAt
  }

  /** Keep-alive timeout; an external broker checks it itself and publishes the will. */
  const isSilentAtBroker = ({ uid }: Link) => (broker.silentMs(uid) ?? 0) > LIMITS.silence
  /** Runs in the order of messages and checks again: a new session may have begun meanwhile. */
  const disconnectSilent = async (link: Link) => {
    if (!isSilentAtBroker(link)) return
    // Without a connection do not disconnect: that would hit a login in progress.
    if (broker.silentMs(link.uid) !== Infinity) broker.disconnect(link.uid)
    await end(link)
  }

  /** Quarantines the impossible head but keeps the session: new readings matter more than the mistake. */
  const quarantineHead = ({ terminalId }: Link, hello: Hello) =>
    journal.quarantine.put(
      {
        terminalId,
        topic: 'up/hello',
        code: 'HEAD_BEYOND',
        reason: 'head lies beyond every number that the box has shown',
        payload: Buffer.from(JSON.stringify(hello)),
        receivedAt: clock.now(),
      },
      'LOSS',
    )

  return {
    async onHello(link: Link, hello: Hello) {
      const epoch = journalEpoch(link, hello.epoch)
      // A configured box at its first hello comes from another terminal: its old readings are acknowledged and discarded.
      const isOwnData = hello.rev === 0 || (await db.work(system, work => wasEverConnected(work, link.terminalId)))
      link.tail = { epoch: hello.epoch, last: hello.tail }
      if (!isOwnData) await journal.discard(link.terminalId, epoch, hello.tail)
      else if (!(await journal.startAt(link.terminalId, epoch, hello.head, hello.tail))) await quarantineHead(link, hello)
      const { upTo, miss } = await journal.upTo(link.terminalId, epoch)
      const revisions = await db.work(system, async work => {
        const session = await beginSession(work, link.terminalId, hello, epoch)
        await recordRegisterBases(work, bus, link.terminalId)
        if (session.restarted) await onRestart(work, link)
        return session
      })
      const isNewlyConnected = !link.connected
      link.sid = hello.sid
      link.connected = true
      link.features = hello.feat
      link.isForeign = hello.rev < revisions.firstRev
      broker.publish(link.uid, 'dn/welcome', {
        sid: hello.sid,
        serverMs: clock.now(),
        ackEpoch: upTo > 0 ? hello.epoch : 0,
        ackUpTo: upTo,
        ...(miss.length > 0 && { miss: miss.map(([first, last]): [number, number] => [first, last]) }),
        desiredRev: revisions.desiredRev,
        limits,
        ...(hello.feat.includes(DRILL) && { feat: [DRILL] }),
      })
      if (isNewlyConnected) publishPresence(link, true)
      await shadow.onHello(link, hello, revisions)
    },

    /** A will ends only the current session; the will of an older one is ignored. */
    async onState(link: Link, { on, sid }: State) {
      if (!on && sid === link.sid) await end(link)
    },

    end,

    silenceMs,

    /** Ends silent sessions and connections, and persists the last contact of each box at intervals. */
    async sweep(persistAll = false) {
      const contacts: { terminalId: string; at: Date }[] = []
      for (const link of links.all()) {
        const silence = silenceMs(link)
        if (link.heardAt > link.persistedAt && (persistAll || clock.mono() - link.persistedAt >= PERSIST_INTERVAL)) {
          link.persistedAt = clock.mono()
          contacts.push({ terminalId: link.terminalId, at: new Date(clock.now() - silence) })
        }
        if (isSilentAtBroker(link)) await runInOrder(link, () => disconnectSilent(link))
      }
      await db.work(system, work => updateLastContact(work, contacts))
    },

    endAll: () => db.work(system, endAllSessions),
  }
}
export type Sessions = ReturnType<typeof createSessions>
