import { DRILL, LIMITS } from '@steading/contract/box'
import type { Hello, State, Welcome } from '@steading/contract/box'
import { systemActor } from '../platform/actor.ts'
import type { Broker } from '../platform/broker/broker.ts'
import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import type { Journal } from '../readings/index.ts'
import { journalEpoch } from './epochs.ts'
import { beginSession, endAllSessions, endSession, hasCome, touchLinks } from './links.sql.ts'
import { inTurn } from './links.ts'
import type { Link, Links } from './links.ts'
import type { Shadow } from './shadow.ts'

declare module '../platform/bus.ts' {
  interface Messages {
    /** A box came, or went. */
    'terminal.presence': { terminalId: string; entityId: string; connected: boolean; at: Date }
  }
}

const system = systemActor('link')

/** ms between two notes of when a box was heard: five thousand boxes shall not keep the database busy with it. */
const NOTE_EVERY = 15_000

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
  readonly shadow: Pick<Shadow, 'greet'>
  /** The box started anew since its last session. */
  readonly restarted: (work: Work, link: Link) => Promise<void>
}

/** Who is there: sessions begin with a hello and end with a will of the same session, a closed connection, or silence. */
export function sessions({ world, links, broker, journal, shadow, restarted }: SessionsOptions) {
  const { db, bus, clock } = world

  const present = ({ terminalId, entityId }: Link, connected: boolean) =>
    bus.emit('terminal.presence', { terminalId, entityId, connected, at: new Date(clock.now()) })

  const end = async (link: Link) => {
    if (!link.connected && link.sid === null) return
    link.connected = false
    link.sid = null
    await db.work(system, work => endSession(work, link.terminalId))
    present(link, false)
  }

  /** Ms since the box was heard; as far as the broker tells, pings count too. */
  const quiet = (link: Link): number => {
    const silence = broker.quietFor(link.uid)
    if (silence !== null && silence !== Infinity) link.heardAt = Math.max(link.heardAt, clock.mono() - silence)
    return clock.mono() - link.heardAt
  }

  /** A broker elsewhere sees the pings, and says by the will that a box is gone. */
  const isGone = ({ uid }: Link) => (broker.quietFor(uid) ?? 0) > LIMITS.silence
  /** Looks again, in its turn: a new session may have begun meanwhile. */
  const cut = async (link: Link) => {
    if (!isGone(link)) return
    // Without a connection there is none to cut: one that is just logging in must live.
    if (broker.quietFor(link.uid) !== Infinity) broker.disconnect(link.uid)
    await end(link)
  }

  /** The box is welcome all the same: what it measures from now on is worth more than its mistake. */
  const reportHead = ({ terminalId }: Link, hello: Hello) =>
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
    async hello(link: Link, hello: Hello) {
      const epoch = journalEpoch(link, hello.epoch)
      // A box that comes here for the first time and was set up before was so elsewhere: it may forget what it measured there.
      const isOurs = hello.rev === 0 || (await db.work(system, work => hasCome(work, link.terminalId)))
      link.tail = { epoch: hello.epoch, last: hello.tail }
      if (!isOurs) await journal.discard(link.terminalId, epoch, hello.tail)
      else if (!(await journal.startAt(link.terminalId, epoch, hello.head, hello.tail))) await reportHead(link, hello)
      const { upTo, miss } = await journal.upTo(link.terminalId, epoch)
      const wanted = await db.work(system, async work => {
        const begun = await beginSession(work, link.terminalId, hello, epoch)
        if (begun.restarted) await restarted(work, link)
        return begun
      })
      const came = !link.connected
      link.sid = hello.sid
      link.connected = true
      link.feat = hello.feat
      link.isForeign = hello.rev < wanted.firstRev
      broker.publish(link.uid, 'dn/welcome', {
        sid: hello.sid,
        serverMs: clock.now(),
        ackEpoch: upTo > 0 ? hello.epoch : 0,
        ackUpTo: upTo,
        ...(miss.length > 0 && { miss: miss.map(([first, last]): [number, number] => [first, last]) }),
        desiredRev: wanted.desiredRev,
        limits,
        ...(hello.feat.includes(DRILL) && { feat: [DRILL] }),
      })
      if (came) present(link, true)
      await shadow.greet(link, hello, wanted)
    },

    /** Only the session that lives now can be ended by a will; that of a dead one says nothing. */
    async state(link: Link, { on, sid }: State) {
      if (!on && sid === link.sid) await end(link)
    },

    end,

    quiet,

    /** Ends the sessions and connections that fell silent, and writes down, now and then, when each box was heard last. */
    async sweep(noteAll = false) {
      const heard: { terminalId: string; at: Date }[] = []
      for (const link of links.all()) {
        const silence = quiet(link)
        if (link.heardAt > link.noted && (noteAll || clock.mono() - link.noted >= NOTE_EVERY)) {
          link.noted = clock.mono()
          heard.push({ terminalId: link.terminalId, at: new Date(clock.now() - silence) })
        }
        if (isGone(link)) await inTurn(link, () => cut(link))
      }
      await db.work(system, work => touchLinks(work, heard))
    },

    forgetAll: () => db.work(system, endAllSessions),
  }
}
export type Sessions = ReturnType<typeof sessions>
