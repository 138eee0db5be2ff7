import { setTimeout as pause } from 'node:timers/promises'
import type { QuarantineReason } from '@steading/contract/devices/terminals'
import type { Journal } from '../../readings/index.ts'
import { systemActor } from '../../platform/actor.ts'
import { tryInSavepoint } from '../../platform/database/savepoint.ts'
import { memoizePerTransaction } from '../../platform/database/memoizePerTransaction.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { createPeriodicTask } from '../../platform/periodicTask.ts'
import type { Part } from '../../platform/part.ts'
import type { World } from '../../platform/world.ts'
import type { PendingEffect } from './apply.ts'
import { effectsBetween, criticalEffects } from './boxEffects.sql.ts'
import type { BoxEffect } from './boxEffects.sql.ts'
import { readEffect } from './readEffect.ts'
import type { ApplyAll } from './applyWithFallback.ts'
import { eventRule } from '../rules.sql.ts'
import type { EventRule } from '../rules.sql.ts'

/** Registers the handler of effects of a kind, in the transaction of the journal's reader: exactly once. */
export type RegisterEffectHandler = (kind: string, add: (work: UnitOfWork, effect: BoxEffect) => Promise<void>) => void

const system = systemActor('effects')
/** Approximate number of rule effects per transaction; keeps transactions short during an alarm storm. */
const BATCH = 20
/** Concurrent transactions for CRITICAL effects. Effects of one enterprise share one, in order. */
const PARALLEL_TRANSACTIONS = 6
/** CRITICAL effects per round: statements are batched, so a large round costs little more. */
const CRITICAL_BATCH = 360
/** Starvation guard: after MAX_CRITICAL_BATCHES (each awaited for at most MAX_WAIT ms) one normal batch runs. */
const MAX_CRITICAL_BATCHES = 5
const MAX_WAIT = 2_000
const POLL_INTERVAL = 1_000

/**
 * Applies effects of rules on boxes from the journal: in order, exactly once, across crashes. An invalid effect is quarantined and
 * reported, since it may have been an alarm, and blocks no other. CRITICAL effects are applied ahead of the reader, which skips
 * them; after a crash they are applied again, which is idempotent.
 */
export function followBoxes(
  world: Pick<World, 'alarmPool' | 'clock' | 'log' | 'bus'>,
  journal: Pick<Journal, 'follow' | 'settled' | 'quarantine'>,
  apply: ApplyAll,
): { readonly onEffect: RegisterEffectHandler; readonly part: Part } {
  const { alarmPool: db, clock, log, bus } = world
  const handlers = new Map<unknown, Parameters<RegisterEffectHandler>[1]>()
  /** Effects applied ahead of the reader. */
  const appliedAhead = new Set<string>()
  /** Journal position up to which CRITICAL effects are applied; undefined until the position of the reader is known. */
  let criticalPosition: number | undefined
  /** New effects were stored since the last drain. */
  let isDue = true
  /** The running CRITICAL batch; resolves to false when none is left. */
  let critical = Promise.resolve(false)

  const drainCriticalBatch = async (): Promise<boolean> => {
    const from = criticalPosition
    const to = journal.settled()
    if (!isDue || from === undefined || to <= from) return false
    isDue = false
    const rows = await db.work(system, work => criticalEffects(work, from, to, CRITICAL_BATCH))
    const groups = Object.values(Object.groupBy(rows, row => String(Number(row.enterprise ?? 0) % PARALLEL_TRANSACTIONS)))
    const results = await Promise.allSettled(
      groups.map(async (group = []) => {
        await db.work(system, async work => {
          const { add, flush } = createBatch(work)
          for (const row of group) await add(row)
          await flush()
        })
        for (const row of group) appliedAhead.add(positionKey(row))
      }),
    )
    for (const result of results) if (result.status === 'rejected') throw result.reason
    const isLastBatch = rows.length < CRITICAL_BATCH
    isDue ||= !isLastBatch
    criticalPosition = Math.max(criticalPosition ?? 0, isLastBatch ? to : Number(rows.at(-1)!.pos))
    return isDue
  }
  const criticalTask = createPeriodicTask(world, 'critical effects', POLL_INTERVAL, async () => {
    try {
      do critical = drainCriticalBatch()
      while (await critical)
    } catch (error) {
      isDue = true
      throw error
    }
  })
  bus.on('effects.stored', 'critical effects', () => {
    isDue = true
    criticalTask.wake()
  })

  journal.follow(
    'effects',
    async (work, { from, to }) => {
      const isFirst = criticalPosition === undefined
      criticalPosition = Math.max(criticalPosition ?? 0, from)
      if (isFirst) criticalTask.wake()
      await yieldToCritical()
      const { add, flush } = createBatch(work)
      let taken = 0
      for (const row of await effectsBetween(work, from, to)) {
        if (appliedAhead.delete(positionKey(row))) continue
        // One position may hold more than a batch.
        if (++taken % BATCH === 0) {
          await flush()
          await yieldToCritical()
        }
        await add(row)
      }
      await flush()
    },
    { maxEffects: BATCH },
  )

  async function yieldToCritical() {
    for (let n = 0; n < MAX_CRITICAL_BATCHES; n++) {
      const timeout = new AbortController()
      const isTimeout = await Promise.race([critical.catch(() => false), pause(MAX_WAIT, true, timeout).catch(() => true)])
      timeout.abort()
      if (!isTimeout) return
    }
  }

  const quarantine = async (row: BoxEffect, code: QuarantineReason, reason: string) => {
    log.warn({ ...positionFields(row), reason }, 'discarded invalid rule effect of a box, quarantined')
    const payload = Buffer.from(JSON.stringify(row.body))
    const of = { terminalId: row.terminalId, topic: 'up/data', payload, receivedAt: clock.now() }
    await journal.quarantine.put({ ...of, code, reason }, 'LOSS')
  }

  /** Collects effects of rules and applies them together at the next flush; order is preserved. */
  function createBatch(work: UnitOfWork) {
    let pendingRows: { readonly row: BoxEffect; readonly ruleId: string; readonly pending: PendingEffect }[] = []
    const flush = async () => {
      const all = pendingRows
      pendingRows = []
      const rules = await Promise.all(all.map(({ row, ruleId }) => ruleOfTerminal(work, row.terminalId, ruleId)))
      const effectsByRule = new Map<EventRule, PendingEffect[]>()
      for (const [at, { row, ruleId, pending }] of all.entries()) {
        const rule = rules[at]
        if (rule) effectsByRule.set(rule, [...(effectsByRule.get(rule) ?? []), pending])
        else await quarantine(row, 'UNKNOWN_RULE', `effect of rule ${ruleId}, which this terminal does not have`)
      }
      await apply(
        work,
        [...effectsByRule].map(([rule, effects]) => ({ rule, effects })),
      )
    }
    const add = async (row: BoxEffect) => {
      const handler = handlers.get((row.body as { kind?: unknown }).kind) // safe: an object
      // Flush first: keeps the order between kinds of effects.
      if (handler) await flush()
      if (handler)
        return tryInSavepoint(
          work,
          () => handler(work, row),
          async error => {
            log.error({ err: error, ...positionFields(row) }, 'rule effect not applied, quarantined')
            await quarantine(row, 'EFFECT', `effect: ${error instanceof Error ? error.message : String(error)}`)
          },
        )
      const read = readEffect(row.body, row.ts.getTime())
      if (!read.ok) return quarantine(row, 'EFFECT', `effect: ${read.error}`)
      const { ruleId, version, effect } = read.value
      pendingRows.push({ row, ruleId, pending: { effect, version, isLate: row.late, isOver: false } })
    }
    return { add, flush }
  }

  return { onEffect: (kind, taken) => void handlers.set(kind, taken), part: criticalTask }
}

const ruleOfTerminal = (work: UnitOfWork, terminalId: string, id: string) =>
  memoizePerTransaction(work, `rule/${terminalId}/${id}`, () => eventRule(work, { id, terminalId }))

const positionFields = ({ terminalId, epoch, seq }: BoxEffect) => ({ terminalId, epoch, seq })
const positionKey = ({ terminalId, epoch, seq }: BoxEffect) => `${terminalId}/${epoch}/${seq}`
