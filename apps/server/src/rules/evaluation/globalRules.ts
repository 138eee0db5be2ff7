import type { Events } from '../../events/index.ts'
import type { Outbox } from '../../outbox/index.ts'
import { systemActor } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { createPeriodicTask } from '../../platform/periodicTask.ts'
import type { Part } from '../../platform/part.ts'
import type { World } from '../../platform/world.ts'
import type { Chunk, Journal } from '../../readings/index.ts'
import { createEventInbox } from './eventInbox.ts'
import { createEvaluator } from './evaluator.ts'
import { findInterfaceFacts } from './globalRules.sql.ts'
import { createHeartbeatRelay } from './heartbeatRelay.ts'
import { findOutdatedRules } from './interfaceFacts.ts'
import { replayLateData } from './lateData.ts'
import { loadMemory, MIN_GAP_MS } from './loadMemory.ts'
import type { RuleMemory, RunningRule } from './ruleMemory.ts'
import { createMutex } from './mutex.ts'
import type { Release } from './mutex.ts'
import { MAX_WAIT_MS } from './reorder.ts'
import { createStateWriter } from './stateWriter.ts'
import { warmUp } from './warmUp.ts'

const system = systemActor('rules')
const TICK_MS = 1_000
/** A tick that the chunk under way does not let in for so long is left out; the next one does its work. */
const TICK_PATIENCE_MS = 1_000

/**
 * Evaluates global rules over the journal, in its order. Their states run ahead in memory. Effects are written in one
 * transaction with the states that produced them, other states on a schedule, each with the journal position that it had
 * reached: after a crash every rule resumes at its own position, no effect is repeated and none is missed.
 */
export function globalRules(
  world: World,
  journal: Pick<Journal, 'follow' | 'settled'>,
  events: Pick<Events, 'apply'>,
  outbox: Pick<Outbox, 'notify'>,
): Part {
  const { alarmPool: db, clock, bus, log, heartbeat } = world
  const evaluator = createEvaluator(world)
  const deliverEvents = createEventInbox(world, evaluator)
  const writeStates = createStateWriter(world, events)
  const heartbeats = createHeartbeatRelay(heartbeat, outbox)
  /** Held by whoever changes the memory: a chunk from its start to its commit, or a tick. */
  const mutex = createMutex()
  let releaseChunk: Release | undefined
  let memory: RuleMemory | undefined
  /** Rules came into service or left it: the memory is written and loaded again before the next evaluation. */
  let isOutdated = false
  /** Interfaces may have another configuration: a terminal reported, or the check of each minute found one. */
  let mustCompare = false

  const follower = journal.follow('rules', takeChunk)
  /** When the rules had last evaluated all of the journal, on the monotonic clock. */
  let caughtUpAt = clock.mono()
  const isCaughtUp = (position: number) => journal.settled() <= position
  world.metrics.gauge(
    {
      name: 'rules_evaluation_lag_seconds',
      help: 'Time since global rules had evaluated every committed reading; 0 while they have.',
      labels: [],
    },
    () => [{ labels: {}, value: isCaughtUp(follower.cursor()) ? 0 : (clock.mono() - caughtUpAt) / 1000 }],
  )

  async function takeChunk(work: UnitOfWork, chunk: Chunk) {
    // A lock that is still held is that of a chunk whose transaction was rolled back: the memory is ahead of the database.
    const wasRolledBack = releaseChunk !== undefined
    releaseChunk ??= await mutex.acquire()
    if (wasRolledBack || memory?.position !== chunk.from) memory = undefined
    else if (await hasOutdatedMemory(work)) await dropMemory(work)
    const current = (memory ??= await load(work, chunk.from))
    deliverEvents(current)
    const mono = clock.mono()
    const heartbeatInterface = heartbeat.box()?.interfaceId
    for (const row of chunk.readings)
      if (row.interfaceId === heartbeatInterface) heartbeats.note(row.seq)
      else evaluator.feedReading(current, row, mono)
    current.position = chunk.to
    if (isCaughtUp(chunk.to)) caughtUpAt = mono
    for (const rule of current.rulesWithWaiting) evaluator.advanceRule(current, rule)
    await write(work, current)
    work.afterCommit(() => {
      releaseChunk?.()
      releaseChunk = undefined
    })
  }

  /** Evaluates what time alone brings: deadlines, readings that waited long enough, late data. */
  async function tick(all = false) {
    const release = await mutex.acquireWithin(TICK_PATIENCE_MS)
    if (!release) return
    try {
      await db.work(system, work => evaluateTime(work, all))
    } catch (error) {
      memory = undefined
      throw error
    } finally {
      release()
    }
  }

  async function evaluateTime(work: UnitOfWork, all: boolean) {
    if (await hasOutdatedMemory(work)) await dropMemory(work)
    const current = (memory ??= await load(work, follower.cursor()))
    deliverEvents(current)
    const caughtUp = isCaughtUp(current.position)
    if (caughtUp) caughtUpAt = clock.mono()
    const now = clock.now()
    if (caughtUp) for (const rule of current.rules.values()) evaluator.resumeAfterGap(current, rule, MIN_GAP_MS)
    await warmUp(work, current, evaluator)
    for (const rule of current.rules.values()) {
      if (rule.waiting.length > 0 || rule.state.next <= now) evaluator.advanceRule(current, rule)
      if (rule.lateFrom !== null && caughtUp && clock.mono() - rule.lastLateAt >= MAX_WAIT_MS)
        await applyLateData(work, current, rule)
    }
    await write(work, current, all)
    await heartbeats.relay(work)
  }

  async function applyLateData(work: UnitOfWork, current: RuleMemory, rule: RunningRule) {
    const { effects, state } = await replayLateData(work, rule, current.interfaces)
    rule.lateFrom = null
    rule.dirty = true
    if (state) rule.state = state
    evaluator.addEffects(current, rule, effects)
  }

  function load(work: UnitOfWork, position: number): Promise<RuleMemory> {
    isOutdated = false
    return loadMemory(work, position, clock.mono(), evaluator)
  }

  async function write(work: UnitOfWork, current: RuleMemory, all = false) {
    if (!(await writeStates(work, current, all))) mustCompare = true
  }

  async function dropMemory(work: UnitOfWork) {
    if (memory) await write(work, memory, true)
    memory = undefined
  }

  async function hasOutdatedMemory(work: UnitOfWork): Promise<boolean> {
    if (mustCompare && memory) {
      mustCompare = false
      const outdated = await findOutdatedRules(memory, ids => findInterfaceFacts(work, ids))
      if (outdated.length > 0) isOutdated = true
    }
    return isOutdated
  }

  const ticking = createPeriodicTask(world, 'global rules', TICK_MS, () => tick())
  for (const change of ['terminal.reported', 'registers.rebased'] as const)
    bus.on(change, 'global rules', () => void (mustCompare = true))
  bus.on('rule.global', 'global rules', () => {
    isOutdated = true
    ticking.wake()
  })
  return {
    ...ticking,
    async stop() {
      await ticking.stop()
      // A failure costs time alone: the next start replays more of the journal.
      await tick(true).catch((error: unknown) =>
        log.warn({ err: error }, 'states of global rules not saved, the next start replays the journal'),
      )
    },
  }
}
