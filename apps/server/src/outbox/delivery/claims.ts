import { randomUUID } from 'node:crypto'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { World } from '../../platform/world.ts'
import { createRenderer } from '../messages/renderer.ts'
import type { OutgoingMessage, TransportRoute } from '../transport/transportWorker.ts'
import { createBudget } from './budget.ts'
import type { Notify } from './budget.ts'
import { hasCost } from './channels.ts'
import type { Transports } from './channels.ts'
import type { ChannelTransport } from './channelTransport.ts'
import * as rows from './delivery.sql.ts'
import type { DueRow, QueuedRow } from './delivery.sql.ts'
import { enqueueDigest } from './digests.ts'
import type { Enqueue } from './enqueue.ts'
import { sendFallback } from './fallback.ts'
import { createOutgoingMessages } from './outgoingMessages.ts'
import { suppressionReason } from './suppression.ts'

/** Identifies this process: a claim of another process that never finished is open to everybody. */
export const RUN = randomUUID()

export interface ClaimedMessage {
  readonly row: QueuedRow
  /** Attempts, this one included. */
  readonly attempts: number
  readonly message: OutgoingMessage
}

export interface ClaimOptions {
  readonly most: number
  /** Under way in this process. */
  readonly except: readonly string[]
  /** Due whatever their time is: their outcome could not be stored. */
  readonly also: readonly string[]
}

export interface Claimed {
  readonly messages: readonly ClaimedMessage[]
  /** There may be more to claim. */
  readonly isMore: boolean
}

interface Dependencies {
  readonly world: World
  readonly channel: TransportRoute
  readonly transports: Transports
  readonly enqueue: Enqueue
  readonly notify: Notify
}

/** Claims the messages of a channel that are due: decides what is sent, suppressed, put into a digest or beyond the budget. */
export function createClaims({ world, channel, transports, enqueue, notify }: Dependencies) {
  const { config, clock } = world
  const transport: ChannelTransport = transports[channel]!
  const renderer = createRenderer(world)
  const outgoing = createOutgoingMessages(world, channel)
  const charge = createBudget(config, notify)

  /** Suppresses a message that is not to be sent any more. */
  async function isSuppressed(work: UnitOfWork, row: DueRow): Promise<boolean> {
    if (transport.isOver?.(row.key) === true) {
      await rows.deleteNotification(work, row.id)
      return true
    }
    const reason = await suppressionReason(
      row,
      { channel, now: work.now },
      {
        isDrillClosed: id => rows.isDrillClosed(work, id),
        isEventClosed: (id, since) => rows.isEventClosed(work, id, since),
        areDigestEventsClosed: id => rows.areDigestEventsClosed(work, id),
      },
    )
    if (reason !== null) await rows.suppress(work, row.id, reason)
    return reason !== null
  }

  /** Puts the messages that wait for the same recipient into one. */
  async function formDigest(work: UnitOfWork, row: QueuedRow) {
    const candidates = await rows.digestCandidates(work, channel, row.recipient, row.urgency === 'CRITICAL')
    const parts: DueRow[] = []
    for (const candidate of candidates) if (!(await isSuppressed(work, candidate))) parts.push(candidate)
    if (parts.length > 1 && channel !== 'HEARTBEAT') await enqueueDigest(work, channel, parts, renderer)
    else for (const part of parts) await rows.leaveDigest(work, part.id)
  }

  /**
   * The messages that the daily budget allows; the others are suppressed. A CRITICAL one goes over a channel without cost instead,
   * and over this one after all if that reaches nobody.
   */
  async function withinBudget(work: UnitOfWork, due: readonly QueuedRow[]): Promise<readonly QueuedRow[]> {
    const unbilled = hasCost(channel) ? due.filter(row => !row.billed) : []
    if (unbilled.length === 0) return due
    const costs = []
    for (const row of unbilled)
      costs.push({ entityId: row.entity_id, critical: row.urgency === 'CRITICAL', units: await outgoing.costOf(work, row) })
    const isAffordable = await charge(work, costs)
    const beyond = new Set<QueuedRow>()
    for (const [at, row] of unbilled.entries()) {
      if (isAffordable[at] === true || (row.urgency === 'CRITICAL' && !(await isReachedForFree(work, row)))) continue
      await rows.suppress(work, row.id, 'BUDGET')
      beyond.add(row)
    }
    return due.filter(row => !beyond.has(row))
  }

  /** Notifies over channels without cost; of a digest each of its parts. */
  async function isReachedForFree(work: UnitOfWork, row: QueuedRow): Promise<boolean> {
    if (!transports.MAIL || transports.MAIL.breaker.isDown()) return false
    const parts = row.event_id === null ? await rows.digestParts(work, row.id) : [row]
    const options = { open: { transports, config }, enqueue, free: true }
    let isReached = parts.length > 0
    for (const part of parts) isReached = (await sendFallback(work, part, options)) && isReached
    return isReached
  }

  async function claimRows(work: UnitOfWork, due: readonly QueuedRow[]): Promise<ClaimedMessage[]> {
    if (due.length === 0) return []
    const until = new Date(clock.now() + transport.lease)
    const repeated: string[] = []
    for (const row of due) {
      const died = row.claimed_by !== null
      if (died) await rows.insertAttempt(work, { id: row.id, outcome: 'UNKNOWN', detail: 'nobody noted how it ended' })
      if ((died || row.outcome_unknown) && !transport.isIdempotent) repeated.push(row.id)
    }
    await rows.claim(work, { ids: due.map(({ id }) => id), repeated, by: RUN, until, counted: hasCost(channel) })
    const claimed: ClaimedMessage[] = []
    for (const row of due) claimed.push({ row, attempts: row.attempts + 1, message: await outgoing.messageOf(work, row) })
    return claimed
  }

  return {
    async claim(work: UnitOfWork, { most, except, also }: ClaimOptions): Promise<Claimed> {
      if (most === 0) return { messages: [], isMore: false }
      const due = await rows.nextDue(work, channel, { most, except, also })
      const ready: QueuedRow[] = []
      for (const row of due) {
        // The digest may go before the messages that follow here: it is looked up with them next time.
        if (row.in_digest) {
          await formDigest(work, row)
          break
        }
        if (!(await isSuppressed(work, row))) ready.push(row)
      }
      return { messages: await claimRows(work, await withinBudget(work, ready)), isMore: due.length > 0 }
    },
  }
}
