import type { Channel } from '@steading/contract/events/outbox'
import { systemActor } from '../platform/actor.ts'
import { tryInSavepoint } from '../platform/database/savepoint.ts'
import { createPeriodicTask } from '../platform/periodicTask.ts'
import type { PeriodicTask } from '../platform/periodicTask.ts'
import type { Part } from '../platform/part.ts'
import type { World } from '../platform/world.ts'
import { createTransports, openChannels, openTransports } from './delivery/channels.ts'
import type { Transports } from './delivery/channels.ts'
import { createChannelSender } from './delivery/channelSender.ts'
import type { ChannelSender } from './delivery/channelSender.ts'
import { RUN } from './delivery/claims.ts'
import * as delivery from './delivery/delivery.sql.ts'
import { createEnqueue } from './delivery/enqueue.ts'
import type { Enqueue } from './delivery/enqueue.ts'
import { FALLBACK_AFTER, sendFallback } from './delivery/fallback.ts'
import { createProviderCallbacks } from './delivery/providerCallbacks.ts'
import { createNotifier } from './notifier.ts'
import type { Outbox } from './outbox.types.ts'
import { addressOn } from './recipients/eventRecipients.ts'
import { reachableOn } from './recipients/fallbackRecipients.ts'
import type { OpenChannels } from './recipients/fallbackRecipients.ts'
import { peopleInCharge } from './recipients/peopleInCharge.ts'
import { isHistoryRead } from './recipients/resolveRecipients.ts'

const system = systemActor('outbox')
const SWEEP = 1_000
/** Fallbacks per sweep. */
const FALLBACKS = 200
/** How often expired voice keys are deleted, ms. */
const VOICE_KEY_CLEANUP = 3_600_000

export function createOutbox(world: World): Outbox {
  const { config, clock, bus, heartbeat } = world
  const transports = createTransports(config, clock, heartbeat)
  const open: OpenChannels = { transports, config }
  const enqueue = createEnqueue(world, transports)
  const wake = () => senders.forEach(sender => sender.wake())
  const notifier = createNotifier({ world, transports, enqueue, wake })
  const senders = openTransports(transports).map(([channel]) =>
    createChannelSender({ world, channel, transports, enqueue, notify: notifier.notify }),
  )
  registerQueueAge(world, transports)
  const sweep = createSweep({ world, open, enqueue, senders })
  const part: Part & Pick<PeriodicTask, 'idle'> = {
    ...sweep,
    async idle() {
      await sweep.idle()
      await Promise.all(senders.map(sender => sender.idle()))
    },
    async start() {
      await world.db.work(system, work => delivery.expireForeignClaims(work, RUN))
      for (const sender of senders) sender.start()
      await sweep.start()
    },
    async stop() {
      await sweep.stop()
      // Closing a transport gives back the messages that wait for their turn with it.
      await Promise.all([
        ...senders.map(sender => sender.stop()),
        ...openTransports(transports).map(([, transport]) => transport.close()),
      ])
    },
  }
  return {
    part,
    ...notifier,
    ...createProviderCallbacks({ world, open, enqueue, wake }),
    ...createChannelHealth(open),
    confirm: delivery.markConfirmed,
    onAcknowledged: listener => bus.on('notification.acknowledged', 'outbox', listener),
    wake: sweep.wake,
  }
}

interface SweepDependencies {
  readonly world: World
  readonly open: OpenChannels
  readonly enqueue: Enqueue
  readonly senders: readonly ChannelSender[]
}

/** Each second: wakes the senders, and notifies on the next channel where one has failed for too long. */
function createSweep({ world, open, enqueue, senders }: SweepDependencies) {
  const { alarmPool, log } = world
  let cleanedAt = -Infinity
  return createPeriodicTask(world, 'outbox', SWEEP, async () => {
    for (const sender of senders) sender.wake()
    const problem = senders.map(sender => sender.takeProblem()).find(taken => taken !== undefined)
    await alarmPool.work(system, async work => {
      for (const [channel, { breaker }] of openTransports(open.transports))
        if (breaker.isDown()) await delivery.markChannelFailed(work, channel)
      const since = new Date(work.now.getTime() - FALLBACK_AFTER)
      for (const row of await delivery.fallbackDue(work, since, FALLBACKS))
        await tryInSavepoint(
          work,
          () => sendFallback(work, row, { open, enqueue }),
          async error => {
            log.error({ err: error, notification: row.id }, 'fallback notification failed, message marked as passed on')
            await delivery.markFallbackDone(work, row.id)
          },
        )
      if (work.now.getTime() - cleanedAt > VOICE_KEY_CLEANUP) {
        await delivery.deleteOldVoiceKeys(work)
        cleanedAt = work.now.getTime()
      }
    })
    if (problem !== undefined) throw problem
  })
}

/** Whom the channels reach, and whether they deliver: for the watch over the alarm path. */
function createChannelHealth(open: OpenChannels): Pick<Outbox, 'reached' | 'stalled' | 'isUnheard'> {
  const { transports } = open
  return {
    async reached(work, entityId) {
      const channels = openChannels(transports)
      return (await peopleInCharge(work, { entityId })).filter(recipient =>
        channels.some(channel => addressOn(channel, recipient) !== null),
      )
    },
    async stalled(work, since, to) {
      const flows = (await delivery.channelFlow(work, since)).filter(flow => transports[flow.channel])
      // An idle channel does not fail; it proves that it works only if it could notify somebody.
      const canNotify = (channel: Channel) => to.some(person => reachableOn(open, person, [channel]).length > 0)
      const by = flows.find(({ channel, waits, went }) => went || (!waits && canNotify(channel)))?.channel ?? null
      return flows.filter(({ waits, went }) => waits && !went).map(({ channel }) => ({ channel, by }))
    },
    isUnheard: (work, since) => delivery.hasUnreachableAlarm(work, since, isHistoryRead(open)),
  }
}

function registerQueueAge({ db, metrics }: World, transports: Transports): void {
  metrics.gauge(
    {
      name: 'outbox_oldest_queued_seconds',
      help: 'Age of the oldest message that waits to be sent, by channel; 0 for an open channel without one.',
      labels: ['channel'],
    },
    async () => {
      const ages = new Map<string, number>(openTransports(transports).map(([channel]) => [channel, 0]))
      for (const { channel, seconds } of await db.work(system, delivery.oldestQueued)) ages.set(channel, seconds)
      return [...ages].map(([channel, value]) => ({ labels: { channel }, value }))
    },
  )
}
