import type { CommandAnswer, Data, Hello } from '@steading/contract/box/messages'
import { LIMITS } from '@steading/contract/box/messages'
import type { Command } from '@steading/contract/devices/interfaces'
import type { FastifyInstance } from 'fastify'
import { systemActor } from '../platform/actor.ts'
import type { BrokerAddress, BrokerEvents } from '../platform/broker/broker.ts'
import { embeddedBroker } from '../platform/broker/embedded.ts'
import { externalBroker } from '../platform/broker/external.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { HEARTBEAT_UID } from '../platform/heartbeat.ts'
import type { Part } from '../platform/part.ts'
import type { World } from '../platform/world.ts'
import { every } from '../platform/time/clock.ts'
import type { Journal } from '../readings/index.ts'
import { setProvisionStatus } from '../terminals/index.ts'
import type { TerminalName } from '../terminals/index.ts'
import { createAcknowledger } from './links/acknowledger.ts'
import { registerClaimRoute } from './claims/claims.http.ts'
import { openClaim } from './claims/claims.ts'
import type { OpenClaim } from './claims/claims.ts'
import { deleteClaim } from './claims/claims.sql.ts'
import { createCommands } from './commands/commands.ts'
import type { RuleBody } from './configuration/configuration.ts'
import type { CommandRequest } from './commands/commands.ts'
import { acceptExternalLogin, authenticate, createPassword } from './claims/credentials.ts'
import { credentialHolders, deleteCredentials } from './claims/credentials.sql.ts'
import { createDuplicateDetector } from './links/duplicateIdentities.ts'
import { createDrillCommands } from './commands/drillCommands.ts'
import type { DrillRefusal } from './commands/drillCommands.ts'
import { journalEpoch } from './links/journalEpoch.ts'
import { createInbox } from './links/inbox.ts'
import { resetLink, insertLink, nextInterfaceIndex } from './links/links.sql.ts'
import { runInOrder, createLinks } from './links/links.ts'
import type { Link } from './links/links.ts'
import { createSessions } from './links/sessions.ts'
import { createShadow } from './configuration/shadow.ts'
import type { EventProvider, RuleProvider } from './configuration/shadow.ts'
import { createSilenceWatch } from './links/silence.ts'
import { createUpdates } from './configuration/updates.ts'

export interface Devices {
  readonly part: Part
  /** Does the terminal have a live session: a packet or ping within the last 45 s? */
  connected(terminalId: string): boolean
  /** Raises the desired configuration revision in this transaction and answers it; sent to the box after the commit. */
  reviseConfiguration(work: UnitOfWork, terminalId: string): Promise<number>
  /** Checks the configuration in this transaction, with `rule` added, against the limits of the box. @throws Refused with the limit */
  checkConfigurationFits(work: UnitOfWork, terminalId: string, rule?: RuleBody): Promise<void>
  /** Registers the provider of the rules of a box. */
  setRuleProvider(provider: RuleProvider): void
  /** Registers the provider of the status that users set on events of a box's rules. */
  setEventProvider(provider: EventProvider): void
  /** Sends a value to an output. @throws as commands.ts */
  sendCommand(work: UnitOfWork, order: CommandRequest): Promise<Command>
  /** Reason why this box cannot drill now; null: it can. */
  drillRefusal(work: UnitOfWork, terminalId: string): Promise<DrillRefusal | null>
  /** Sends a drill command with this key; answers the refusal, or null. */
  orderDrill(work: UnitOfWork, terminalId: string, key: string): Promise<DrillRefusal | null>
  /** Opens a claim with the code of the box's label or a random code, which is shown once. */
  openClaim(work: UnitOfWork, terminalId: string, label?: string): Promise<OpenClaim>
  /** Sends the box a new password; the old one expires at the first login with the new one. */
  rotatePassword(work: UnitOfWork, terminal: TerminalName): Promise<void>
  /** Deletes all credentials and ends the session within a second of the commit. */
  revokeCredentials(work: UnitOfWork, terminal: TerminalName): Promise<void>
  /** Replaces the physical box: the old one is disconnected within a second of the commit, the new one must claim the terminal. */
  replaceBox(work: UnitOfWork, terminal: TerminalName): Promise<void>
  /** Updates the live link after the terminal moved to another entity. */
  terminalMoved(work: UnitOfWork, terminalId: string, entityId: string): void
  /** Allocates the next interface index of the terminal; an index is never reused. */
  nextInterfaceIndex(work: UnitOfWork, terminalId: string): Promise<number>
  /** Broker address for boxes. */
  brokerAddress(): BrokerAddress
  /** Broker URL for the platform's own heartbeat box. */
  internalBrokerUrl(): string
  /** Creates the link row of a terminal that is never claimed. */
  createLink(work: UnitOfWork, terminalId: string): Promise<void>
  /** Creates a password for a box that never claims its terminal; the old one expires as with rotatePassword(). */
  createPassword(work: UnitOfWork, terminalId: string): Promise<string>
  /** Registers the HTTP route for claims. */
  registerRoutes(http: FastifyInstance): void
}

const SWEEP_INTERVAL = 5_000
const WATCH_INTERVAL = 10_000
const RECONCILE_INTERVAL = 60_000
const system = systemActor('link')

/** Sequence number of the last item of a message. */
const lastSequence = ({ s, r, x = [] }: Data) => s + r.length + x.length - 1

/** The link to the boxes: broker, sessions, readings, configuration and commands. */
export function createDevices(world: World, journal: Journal): Devices {
  const { db, clock, config, log, bus, heartbeat } = world
  const links = createLinks(clock)
  let unknownSenders = 0

  const broker = config.MQTT_URL
    ? externalBroker({
        url: config.MQTT_URL,
        clock,
        log,
        events: { message: onMessage, lost: onBrokerLost, holders: () => db.work(system, credentialHolders) },
        mayBeUnprotected: config.MQTT_UNPROTECTED,
      })
    : embeddedBroker({
        config,
        clock,
        log,
        events: {
          login: onLogin,
          message: onMessage,
          disconnected: onDisconnect,
          duplicateConnection: uid => duplicateDetector.onDuplicate(uid),
        },
      })

  const shadow = createShadow(world, links, broker)
  const updates = createUpdates(world)
  const sessions = createSessions({
    world,
    links,
    broker,
    journal,
    shadow,
    onRestart: (work, link) => commands.release(work, link.terminalId),
  })
  /** Only the embedded broker reports pings; an external broker publishes the will when they stop. */
  const isAlive = (link: Link) =>
    link.connected && (broker.silentMs(link.uid) === null || sessions.silenceMs(link) <= LIMITS.silence)
  world.metrics.gauge(
    { name: 'boxes_connected', help: 'Boxes with a live session, without the box of the platform heartbeat.', labels: [] },
    () => [{ labels: {}, value: [...links.all()].filter(link => link.uid !== HEARTBEAT_UID && isAlive(link)).length }],
  )
  const commands = createCommands({ world, links, broker, isAlive })
  const drillCommands = createDrillCommands({ world, links, broker, isAlive })
  const acknowledger = createAcknowledger({ log, journal, broker })
  const duplicateDetector = createDuplicateDetector(world, links)
  const silenceWatch = createSilenceWatch(world, terminalId => {
    const link = links.byTerminal(terminalId)
    return link && sessions.silenceMs(link)
  })
  const lastLogAt = new WeakMap<Link, number>()

  const inbox = createInbox({
    world,
    quarantine: journal.quarantine,
    handlers: {
      'up/hello': (link, hello: Hello) => sessions.onHello(link, hello),
      'up/state': async (link, state) => {
        await sessions.onState(link, state)
        if (state.on && state.sid === link.sid) await updates.onReport(link, state.upd)
      },
      'up/shadow': (link, report) => shadow.onReport(link, report),
      'up/ack': async (link, answer: CommandAnswer) => {
        if (!drillCommands.onAnswer(link, answer)) await commands.onAnswer(link, answer)
      },
      'up/data': async (link, data, receivedAt) => {
        if (link.uid === HEARTBEAT_UID) heartbeat.seen('BROKER', data.s)
        const e = journalEpoch(link, data.e)
        const tail = link.tail.epoch === data.e ? link.tail.last : 0
        if (link.isForeign)
          await journal.discard(link.terminalId, e, Math.max(lastSequence(data), Math.min(data.gap?.[1] ?? 0, tail)))
        else await journal.store({ terminalId: link.terminalId, data: { ...data, e }, receivedAt, tail })
        acknowledger.schedule(link, data.e)
      },
      'up/time': async (link, { m }, receivedAt) => broker.publish(link.uid, 'dn/time', { m, rx: receivedAt, tx: clock.now() }),
      'up/log': async (link, { lvl, msg, at }) => {
        const last = lastLogAt.get(link) ?? -Infinity
        if (clock.mono() - last < LIMITS.logEvery) return
        lastLogAt.set(link, clock.mono())
        log.info({ uid: link.uid, lvl, at, text: msg }, 'log message of a box')
      },
    },
  })

  async function onLogin(uid: string, password: string): Promise<boolean> {
    const box = await db.work(system, work => authenticate(work, uid, password))
    if (!box) return false
    links.open(uid, box)
    return true
  }

  async function onMessage(...[uid, topic, payload]: Parameters<BrokerEvents['message']>): Promise<void> {
    const link = links.byUid(uid) ?? (await linkFromExternalBroker(uid))
    if (!link) {
      unknownSenders++
      return
    }
    link.heardAt = clock.mono()
    return inbox.receive(link, topic, payload)
  }

  /** Opens the link of a box that an external broker authenticated. */
  async function linkFromExternalBroker(uid: string): Promise<Link | undefined> {
    const box = config.MQTT_URL ? await db.work(system, work => acceptExternalLogin(work, uid)) : undefined
    return box && links.open(uid, box)
  }

  function onDisconnect(uid: string) {
    const link = links.byUid(uid)
    if (link)
      runInOrder(link, () => sessions.end(link)).catch((error: unknown) =>
        log.error({ err: error, uid }, 'box session not ended, retried by the next sweep'),
      )
  }

  function onBrokerLost() {
    for (const { uid } of links.all()) onDisconnect(uid)
  }

  async function revokeCredentials(work: UnitOfWork, terminal: TerminalName) {
    await deleteCredentials(work, terminal.id)
    await deleteClaim(work, terminal.id)
    await setProvisionStatus(work, terminal, 'NOT_PROVISIONED')
    work.afterCommit(() => {
      const link = links.byUid(terminal.uid)
      // The uid may already belong to another terminal.
      if (link && link.terminalId !== terminal.id) return
      broker.removeUser(terminal.uid)
      onDisconnect(terminal.uid)
      if (link) links.close(link)
    })
  }

  const ends: (() => void)[] = []
  let unsubscribe = () => {}
  const repeat = (ms: number, what: string, act: () => Promise<void>) => {
    let running = false
    const run = async () => {
      if (running) return
      running = true
      try {
        await act()
      } catch (error) {
        log.error({ err: error }, `${what} failed, retrying at the next interval`)
      } finally {
        running = false
      }
    }
    ends.push(every(clock, ms, () => void run()))
  }

  return {
    connected: terminalId => {
      const link = links.byTerminal(terminalId)
      return link !== undefined && isAlive(link)
    },
    reviseConfiguration: shadow.reviseConfiguration,
    checkConfigurationFits: shadow.checkFits,
    setRuleProvider: shadow.setRuleProvider,
    setEventProvider: shadow.setEventProvider,
    sendCommand: (work, order) => commands.send(work, order),
    drillRefusal: (work, terminalId) => drillCommands.refusal(work, terminalId),
    orderDrill: (work, terminalId, key) => drillCommands.order(work, terminalId, key),
    openClaim,
    nextInterfaceIndex,
    brokerAddress: () => broker.address(),
    internalBrokerUrl: () => broker.internalUrl(),
    createLink: async (work, terminalId) => void (await insertLink(work, terminalId)),
    createPassword,
    registerRoutes: http => registerClaimRoute(http, world, broker),

    async rotatePassword(work, terminal) {
      const password = await createPassword(work, terminal.id)
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
        const link = links.byTerminal(terminal.id)
        // An external broker stores one password: keep the old one for a box that is offline and cannot receive the new one.
        if (link && isAlive(link))
          broker
            .setPassword(terminal.uid, password)
            .catch((error: unknown) =>
              log.error({ err: error, uid: terminal.uid }, 'password not changed at the broker, the old one stays valid'),
            )
      })
    },

    revokeCredentials,

    async replaceBox(work, terminal) {
      await revokeCredentials(work, terminal)
      await commands.release(work, terminal.id)
      await resetLink(work, terminal.id)
      const rev = await shadow.reviseConfiguration(work, terminal.id)
      // No rule runs until the new box reports it: this answers every deployment to the old box.
      work.afterCommit(() => bus.emit('terminal.reported', { terminalId: terminal.id, rev, rules: {} }))
    },

    terminalMoved(work, terminalId, entityId) {
      work.afterCommit(() => {
        const link = links.byTerminal(terminalId)
        if (link) link.entityId = entityId
      })
    },

    part: {
      name: 'devices',
      async start() {
        await sessions.endAll()
        silenceWatch.start()
        await broker.start()
        await commands.start()
        unsubscribe = bus.on('readings.live', 'commands', ({ readings }) => commands.onReadings(readings))
        repeat(SWEEP_INTERVAL, 'link sweep', () => sessions.sweep())
        repeat(WATCH_INTERVAL, 'silence sweep', () => silenceWatch.sweep())
        repeat(WATCH_INTERVAL, 'update sweep', () => updates.sweep())
        repeat(RECONCILE_INTERVAL, 'configuration reconciliation', () => shadow.reconcile())
      },
      async stop() {
        unsubscribe()
        for (const end of ends.splice(0)) end()
        await broker.stop()
        acknowledger.stop()
        commands.stop()
        await Promise.allSettled([...links.all()].map(link => link.queue))
        await sessions.sweep(true)
      },
      health() {
        const { ok, detail } = broker.health()
        return {
          ok,
          detail: `${detail}; ${journal.quarantine.count()} bad payloads, ${inbox.unknownTopics()} unknown messages, ${unknownSenders} of strangers`,
        }
      },
    },
  }
}
