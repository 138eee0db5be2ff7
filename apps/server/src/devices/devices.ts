import type { CommandAnswer, Data, Hello } from '@steading/contract/box'
import { LIMITS } from '@steading/contract/box'
import type { Command } from '@steading/contract/interfaces'
import type { FastifyInstance } from 'fastify'
import { systemActor } from '../platform/actor.ts'
import type { BrokerAddress, BrokerEvents } from '../platform/broker/broker.ts'
import { embeddedBroker } from '../platform/broker/embedded.ts'
import { externalBroker } from '../platform/broker/external.ts'
import type { Work } from '../platform/database/work.ts'
import { PULSE_UID } from '../platform/pulse.ts'
import type { Part, World } from '../platform/world.ts'
import type { Journal } from '../readings/index.ts'
import { setProvisionStatus } from '../terminals/index.ts'
import type { TerminalName } from '../terminals/index.ts'
import { acknowledger } from './acknowledger.ts'
import { serveClaims } from './claims.http.ts'
import { openClaim } from './claims.ts'
import type { OpenClaim } from './claims.ts'
import { deleteClaim } from './claims.sql.ts'
import { commands } from './commands.ts'
import type { RuleBody } from './configuration.ts'
import type { Order } from './commands.ts'
import { guestOf, holderOf, newPassword } from './credentials.ts'
import { credentialHolders, deleteCredentials } from './credentials.sql.ts'
import { doubles } from './doubles.ts'
import { drillOrders } from './drills.ts'
import type { NotOrdered } from './drills.ts'
import { journalEpoch } from './epochs.ts'
import { inbox } from './inbox.ts'
import { forgetBox, insertLink, nextIndex } from './links.sql.ts'
import { inTurn, links } from './links.ts'
import type { Link } from './links.ts'
import { sessions } from './sessions.ts'
import { shadow } from './shadow.ts'
import type { EventProvider, RuleProvider } from './shadow.ts'
import { silenceWatch } from './silence.ts'
import { updates } from './updates.ts'

export interface Devices {
  readonly part: Part
  /** Does a session of this terminal live, with a packet, pings too, within the last 45 s? */
  connected(terminalId: string): boolean
  /** The wanted configuration changes with this work: answers its revision, and the box hears of it after the commit. */
  desire(work: Work, terminalId: string): Promise<number>
  /** Would the box take its configuration as it stands in this work, with this rule put in? @throws Refused with the limit */
  mustFit(work: Work, terminalId: string, rule?: RuleBody): Promise<void>
  /** Who tells which rules a box shall run. */
  rulesFrom(provider: RuleProvider): void
  /** Who tells which status people gave to the open events of a box's rules. */
  eventsFrom(provider: EventProvider): void
  /** Sends a value to an output; see commands.ts for what it throws. */
  command(work: Work, order: Order): Promise<Command>
  /** Can this box be told to drill now? null: it can. */
  mayDrill(work: Work, terminalId: string): Promise<NotOrdered | null>
  /** Orders the box to write down the doing of a drill with this key; answers why it can't. */
  drill(work: Work, terminalId: string, key: string): Promise<NotOrdered | null>
  /** Opens a claim, with the code of the box's label or a fresh one that is shown once. */
  openClaim(work: Work, terminalId: string, label?: string): Promise<OpenClaim>
  /** Gives the box a new password; the old one dies at the first login with the new one. */
  rotate(work: Work, terminal: TerminalName): Promise<void>
  /** Takes all credentials away and ends the session, within a second of the commit. */
  revoke(work: Work, terminal: TerminalName): Promise<void>
  /** Another box takes a terminal's place: the old one is cut off within a second of the commit, the new one must claim it. */
  replace(work: Work, terminal: TerminalName): Promise<void>
  /** A terminal stands at another entity now. */
  moved(work: Work, terminalId: string, entityId: string): void
  /** The next interface index of the terminal; never given out again. */
  nextIndex(work: Work, terminalId: string): Promise<number>
  /** Where boxes reach the broker. */
  address(): BrokerAddress
  /** Where the platform's own box reaches it. */
  inside(): string
  /** The place where the link writes, of a terminal that nobody will claim. */
  linkTo(work: Work, terminalId: string): Promise<void>
  /** A password for a box that claims no place; see rotate() for what becomes of the old one. */
  passwordOf(work: Work, terminalId: string): Promise<string>
  /** Registers the call by which boxes claim their place. */
  serve(http: FastifyInstance): void
}

const SWEEP = 5_000
const LISTEN = 10_000
const RECONCILE = 60_000
const system = systemActor('link')

/** The last number of the items of a message. */
const lastOf = ({ s, r, x = [] }: Data) => s + r.length + x.length - 1

/** The device side: boxes log in, tell what they measure, are told what to run, and take commands. */
export function devices(world: World, journal: Journal): Devices {
  const { db, clock, config, log, bus, pulse } = world
  const known = links(clock)
  let strangers = 0

  const broker = config.MQTT_URL
    ? externalBroker({
        url: config.MQTT_URL,
        clock,
        log,
        events: { message, lost, holders: () => db.work(system, credentialHolders) },
        mayBeUnprotected: config.MQTT_UNPROTECTED,
      })
    : embeddedBroker({ config, clock, log, events: { login, message, gone, doubled: uid => twice.seen(uid) } })

  const configuration = shadow(world, known, broker)
  const renewals = updates(world)
  const present = sessions({
    world,
    links: known,
    broker,
    journal,
    shadow: configuration,
    restarted: (work, link) => orders.release(work, link.terminalId),
  })
  /** Of pings only our own broker tells; one elsewhere says by the will that they stopped. */
  const alive = (link: Link) => link.connected && (broker.quietFor(link.uid) === null || present.quiet(link) <= LIMITS.silence)
  const orders = commands({ world, links: known, broker, alive })
  const drills = drillOrders({ world, links: known, broker, alive })
  const acks = acknowledger({ log, journal, broker })
  const twice = doubles(world, known)
  const silence = silenceWatch(world, terminalId => {
    const link = known.byTerminal(terminalId)
    return link && present.quiet(link)
  })
  const logged = new WeakMap<Link, number>()

  const messages = inbox({
    world,
    quarantine: journal.quarantine,
    handlers: {
      'up/hello': (link, hello: Hello) => present.hello(link, hello),
      'up/state': async (link, state) => {
        await present.state(link, state)
        if (state.on && state.sid === link.sid) await renewals.reported(link, state.upd)
      },
      'up/shadow': (link, report) => configuration.reported(link, report),
      'up/ack': async (link, answer: CommandAnswer) => {
        if (!drills.answered(link, answer)) await orders.answered(link, answer)
      },
      'up/data': async (link, data, receivedAt) => {
        if (link.uid === PULSE_UID) pulse.seen('BROKER', data.s)
        const e = journalEpoch(link, data.e)
        const tail = link.tail.epoch === data.e ? link.tail.last : 0
        if (link.isForeign) await journal.discard(link.terminalId, e, Math.max(lastOf(data), Math.min(data.gap?.[1] ?? 0, tail)))
        else await journal.store({ terminalId: link.terminalId, data: { ...data, e }, receivedAt, tail })
        acks.due(link, data.e)
      },
      'up/time': async (link, { m }, receivedAt) => broker.publish(link.uid, 'dn/time', { m, rx: receivedAt, tx: clock.now() }),
      'up/log': async (link, { lvl, msg, at }) => {
        const last = logged.get(link) ?? -Infinity
        if (clock.mono() - last < LIMITS.logEvery) return
        logged.set(link, clock.mono())
        log.info({ uid: link.uid, lvl, at, said: msg }, 'a box says')
      },
    },
  })

  async function login(uid: string, password: string): Promise<boolean> {
    const holder = await db.work(system, work => holderOf(work, uid, password))
    if (!holder) return false
    known.open(uid, holder)
    return true
  }

  async function message(...[uid, topic, payload]: Parameters<BrokerEvents['message']>): Promise<void> {
    const link = known.byUid(uid) ?? (await meet(uid))
    if (!link) {
      strangers++
      return
    }
    link.heardAt = clock.mono()
    return messages.take(link, topic, payload)
  }

  /** A box that another broker let in. */
  async function meet(uid: string): Promise<Link | undefined> {
    const guest = config.MQTT_URL ? await db.work(system, work => guestOf(work, uid)) : undefined
    return guest && known.open(uid, guest)
  }

  function gone(uid: string) {
    const link = known.byUid(uid)
    if (link)
      inTurn(link, () => present.end(link)).catch((error: unknown) => log.error({ err: error, uid }, 'a session was not ended'))
  }

  function lost() {
    for (const { uid } of known.all()) gone(uid)
  }

  async function revoke(work: Work, terminal: TerminalName) {
    await deleteCredentials(work, terminal.id)
    await deleteClaim(work, terminal.id)
    await setProvisionStatus(work, terminal, 'NOT_PROVISIONED')
    work.afterCommit(() => {
      const link = known.byUid(terminal.uid)
      // The box may be in service elsewhere by now.
      if (link && link.terminalId !== terminal.id) return
      broker.removeUser(terminal.uid)
      gone(terminal.uid)
      if (link) known.close(link)
    })
  }

  const timers: NodeJS.Timeout[] = []
  let forget = () => {}
  const every = (ms: number, what: string, act: () => Promise<void>) => {
    let running = false
    const run = async () => {
      if (running) return
      running = true
      try {
        await act()
      } catch (error) {
        log.error({ err: error }, `${what} failed`)
      } finally {
        running = false
      }
    }
    timers.push(setInterval(() => void run(), ms))
  }

  return {
    connected: terminalId => {
      const link = known.byTerminal(terminalId)
      return link !== undefined && alive(link)
    },
    desire: configuration.desire,
    mustFit: configuration.mustFit,
    rulesFrom: configuration.rulesFrom,
    eventsFrom: configuration.eventsFrom,
    command: (work, order) => orders.send(work, order),
    mayDrill: (work, terminalId) => drills.refusal(work, terminalId),
    drill: (work, terminalId, key) => drills.order(work, terminalId, key),
    openClaim,
    nextIndex,
    address: () => broker.address(),
    inside: () => broker.inside(),
    linkTo: async (work, terminalId) => void (await insertLink(work, terminalId)),
    passwordOf: newPassword,
    serve: http => serveClaims(http, world, broker),

    async rotate(work, terminal) {
      const password = await newPassword(work, terminal.id)
      await work.audit({
        action: 'UPDATE',
        objectType: 'terminal',
        objectId: terminal.id,
        objectName: terminal.displayName,
        entityId: terminal.entityId,
        changes: [{ field: 'credentials', old: null, new: 'rotated' }],
      })
      work.afterCommit(() => {
        broker.publish(terminal.uid, 'dn/cred', { v: 1, password })
        const link = known.byTerminal(terminal.id)
        // A broker with users of its own knows one password: that of a box which cannot hear the new one stays.
        if (link && alive(link))
          broker
            .setPassword(terminal.uid, password)
            .catch((error: unknown) => log.error({ err: error, uid: terminal.uid }, 'password not changed at the broker'))
      })
    },

    revoke,

    async replace(work, terminal) {
      await revoke(work, terminal)
      await orders.release(work, terminal.id)
      await forgetBox(work, terminal.id)
      const rev = await configuration.desire(work, terminal.id)
      // Of its rules none runs until the new box says so: every order to the box before is answered by that.
      work.afterCommit(() => bus.emit('terminal.reported', { terminalId: terminal.id, rev, rules: {} }))
    },

    moved(work, terminalId, entityId) {
      work.afterCommit(() => {
        const link = known.byTerminal(terminalId)
        if (link) link.entityId = entityId
      })
    },

    part: {
      name: 'devices',
      async start() {
        await present.forgetAll()
        silence.start()
        await broker.start()
        await orders.start()
        forget = bus.on('readings.live', 'commands', ({ readings }) => orders.seen(readings))
        every(SWEEP, 'looking after the links', () => present.sweep())
        every(LISTEN, 'listening for silence', () => silence.sweep())
        every(LISTEN, 'looking after updates', () => renewals.sweep())
        every(RECONCILE, 'reconciling configurations', () => configuration.reconcile())
      },
      async stop() {
        forget()
        for (const timer of timers.splice(0)) clearInterval(timer)
        await broker.stop()
        acks.stop()
        orders.stop()
        await Promise.allSettled([...known.all()].map(link => link.turn))
        await present.sweep(true)
      },
      health() {
        const { ok, detail } = broker.health()
        return {
          ok,
          detail: `${detail}; ${journal.quarantine.count()} bad payloads, ${messages.unknown()} unknown messages, ${strangers} of strangers`,
        }
      },
    },
  }
}
