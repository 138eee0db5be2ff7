import { systemActor } from '../../platform/actor.ts'
import type { World } from '../../platform/world.ts'
import { NotDelivered, ShuttingDown } from '../transport/provider.ts'
import type { TransportRoute } from '../transport/transportWorker.ts'
import type { Notify } from './budget.ts'
import type { Transports } from './channels.ts'
import type { ChannelTransport } from './channelTransport.ts'
import type { Permit } from './circuitBreaker.ts'
import { createClaims } from './claims.ts'
import type { ClaimedMessage } from './claims.ts'
import * as rows from './delivery.sql.ts'
import type { Enqueue } from './enqueue.ts'
import { nextAttempt, retryDelay } from './retry.ts'
import { createSentMessages } from './sentMessages.ts'

const system = systemActor('outbox')

/** Sends the due messages of one channel, several at a time, CRITICAL ones first. */
export interface ChannelSender {
  /** Messages may be due. */
  wake(): void
  start(): void
  stop(): Promise<void>
  /** Resolves when no delivery is in progress. */
  idle(): Promise<void>
  /** What failed since the last call, other than deliveries. */
  takeProblem(): unknown
}

interface Dependencies {
  readonly world: World
  readonly channel: TransportRoute
  readonly transports: Transports
  readonly enqueue: Enqueue
  readonly notify: Notify
}

export function createChannelSender(dependencies: Dependencies): ChannelSender {
  const { world, channel, transports } = dependencies
  const { alarmPool: db, clock, log } = world
  const transport: ChannelTransport = transports[channel]!
  const claims = createClaims(dependencies)
  const sent = createSentMessages(db, channel)
  const recordFailure = createFailureRecorder(dependencies, () => isStopped)
  /** Deliveries under way, by message: this process does not claim them again, whatever the clock says. */
  const underWay = new Map<string, Promise<void>>()
  /** Messages whose outcome could not be stored: when each is claimed again, by its id. */
  const unrecorded = new Map<string, number>()
  let filling: Promise<void> | null = null
  let isWoken = false
  let isStopped = true
  let problem: unknown

  function wake() {
    isWoken = true
    if (isStopped || filling) return
    filling = fill()
      .catch((error: unknown) => void (problem = error))
      .finally(() => {
        filling = null
        if (isWoken && problem === undefined) wake()
      })
  }

  /** Marks what was sent and claims what is due, as the circuit breaker permits; each delivery that ends looks for the next. */
  async function fill() {
    while (isWoken && !isStopped) {
      const permits = [...permitsUpTo(transport.concurrency - underWay.size)]
      isWoken = false
      if (permits.length === 0 && sent.ids().length === 0) return
      try {
        const { messages, isMore } = await sent.commitWith(work =>
          claims.claim(work, {
            most: permits.length,
            except: [...underWay.keys(), ...sent.ids()],
            also: [...unrecorded].filter(([, at]) => at <= clock.now()).map(([id]) => id),
          }),
        )
        isWoken ||= isMore
        for (const message of messages) start(message, permits.shift()!) // safe: a permit for each
      } finally {
        for (const permit of permits) permit.release()
      }
    }
  }

  function* permitsUpTo(most: number) {
    for (let n = 0; n < most; n++) {
      const permit = transport.breaker.acquire()
      if (!permit) return
      yield permit
    }
  }

  function start(claimed: ClaimedMessage, permit: Permit) {
    const { id } = claimed.row
    unrecorded.delete(id)
    const delivery = deliver(claimed, permit)
      .catch((error: unknown) => {
        problem = error
        unrecorded.set(id, clock.now() + retryDelay(claimed.attempts))
      })
      .finally(() => {
        permit.release()
        underWay.delete(id)
        wake()
      })
    underWay.set(id, delivery)
  }

  /** The claim is stored before, the outcome after: a crash between them sends the message again, under the same key. */
  async function deliver(claimed: ClaimedMessage, permit: Permit) {
    const { row, message } = claimed
    const { id } = row
    try {
      const reference = await transport.send(message, { first: row.urgency === 'CRITICAL' })
      sent.add({ id, reference, endsOutage: permit.success() })
    } catch (error) {
      if (error instanceof ShuttingDown) return void (await db.work(system, work => rows.releaseClaim(work, id)))
      if (!(error instanceof NotDelivered)) throw error
      if (error.failure.isChannelFailure) permit.failure(error.failure.retryAfterMs)
      else permit.success()
      await recordFailure(claimed, error)
    }
  }

  return {
    wake,
    start: () => void (isStopped = false),
    async idle() {
      while (filling || underWay.size > 0) await Promise.all([filling, ...underWay.values()])
    },
    async stop() {
      isStopped = true
      await filling
      await Promise.all(underWay.values())
      await sent
        .flush()
        .catch((error: unknown) =>
          log.warn({ err: error, channel }, 'sent messages not marked, the next start sends them again with the same keys'),
        )
    },
    takeProblem() {
      const taken = problem
      problem = undefined
      return taken
    },
  }
}

/** Stores a failed attempt and when the next one is due. */
function createFailureRecorder({ world, channel }: Dependencies, isStopped: () => boolean) {
  const { alarmPool: db, clock, log, metrics } = world
  const countFailure = metrics.counter({
    name: 'outbox_delivery_failures_total',
    help: 'Attempts to deliver a message that failed, by channel and outcome.',
    labels: ['channel', 'outcome'],
  })
  return async ({ row, attempts }: ClaimedMessage, error: NotDelivered) => {
    const { id } = row
    const { outcome, isChannelFailure } = error.failure
    countFailure({ channel, outcome })
    const delay = nextAttempt(error.failure, { attempts, refusals: row.refusals })
    await db.work(system, async work => {
      await rows.markFailed(work, id, {
        error: error.message,
        next: delay === null ? null : new Date(clock.now() + delay),
        refused: outcome === 'REFUSED',
        unsure: outcome === 'UNKNOWN',
        own: !isChannelFailure,
      })
      await rows.insertAttempt(work, { id, outcome, detail: error.message })
      // An attempt that the shutdown interrupted says nothing about the channel.
      if (isChannelFailure && !isStopped()) await rows.markChannelFailed(work, channel)
    })
    // The provider's answer may name the recipient: it is stored with the message, not logged.
    log.warn({ notification: id, channel, attempts, final: delay === null, outcome }, 'message not delivered')
  }
}
