import { ulid } from 'ulid'
import type { CommandAnswer } from '@steading/contract/box/messages'
import type { Command, Value } from '@steading/contract/devices/interfaces'
import { systemActor } from '../../platform/actor.ts'
import { createAttemptLimit } from '../../platform/security/attemptLimit.ts'
import type { Broker } from '../../platform/broker/broker.ts'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { Failed, Refused } from '../../platform/failures.ts'
import type { World } from '../../platform/world.ts'
import { checkValue, contradicts, presentCommand, matchesReadBack } from './command.ts'
import {
  answerCommand,
  commandTarget,
  markUnconfirmed,
  findCurrentHold,
  insertCommand,
  nextDeadline,
  commandedOutput,
  recentCommand,
  releaseHolds,
  unverifiedCommands,
  verifyCommand,
} from './commands.sql.ts'
import type { CommandRow, CommandTarget, PlacedCommand } from './commands.sql.ts'
import { nextCommandNumber } from '../links/links.sql.ts'
import type { Link, Links } from '../links/links.ts'

declare module '../../platform/bus.ts' {
  interface Messages {
    /** A command was sent, or its state changed. */
    'command.changed': { command: Command; entityId: string }
  }
}

export interface CommandRequest {
  readonly interfaceId: string
  readonly value: Value
  /** Time to live in transit, ms. */
  readonly ttl: number
  /** Duration of the manual override of rules, ms. */
  readonly hold: number
}

/** A reading that may verify an unconfirmed command. */
export interface ObservedValue {
  readonly interfaceId: string
  /** ms UTC */
  readonly ts: number
  readonly value: Value
  readonly good: boolean
}

/** ms after the time to live until a command counts as UNCONFIRMED. Users are promised this within 5 s. */
const ANSWER_GRACE = 4_800
/** ms. Deadlines are wall-clock times: the timer never sleeps longer, in case the clock is changed. */
const MAX_SLEEP = 5000
/** ms during which a reading may verify an unconfirmed command. */
const VERIFY_WITHIN = 24 * 3_600_000
/** ms during which an actuator may still be moving to the previous command. The web uses the same value. */
const TRAVEL_TIME = 120_000

const system = systemActor('commands')

/** Last reading of the output; null if there is none. */
const lastValueOf = ({ dataType, lastValue, lastText }: CommandTarget) =>
  lastText ?? (lastValue !== null && dataType === 'BOOLEAN' ? lastValue === 1 : lastValue)

/** Origins: values that the output may have now. Its last good reading and its last recent command. */
async function originValues(work: UnitOfWork, target: CommandTarget): Promise<Value[]> {
  const last = target.isLastGood ? lastValueOf(target) : null
  const lastCommand = await recentCommand(work, target.id, new Date(work.now.getTime() - TRAVEL_TIME))
  // safe: only insertCommand writes it
  return [last, lastCommand && (lastCommand.value as Value)].filter(value => value !== null)
}

/** Downgrades the answer DONE to UNCONFIRMED if the value read back contradicts the command. */
async function checkReadBack(work: UnitOfWork, terminalId: string, answer: CommandAnswer): Promise<CommandAnswer> {
  if (answer.st !== 'done' || answer.read === undefined) return answer
  const row = await commandedOutput(work, terminalId, answer.id)
  if (!row) return answer
  // safe: only insertCommand writes them
  const request = { ...row, commanded: row.value as Value, origins: (row.origins ?? []) as Value[] }
  return contradicts(answer.read, request) ? { ...answer, st: 'unconfirmed' } : answer
}

export interface CommandsOptions {
  readonly world: World
  readonly links: Links
  readonly broker: Broker
  /** Does the box have a live session? */
  readonly isAlive: (link: Link) => boolean
}

/** Commands to outputs. They go to live sessions only, are never queued, and stay UNCONFIRMED while the outcome is unknown. */
export function createCommands({ world, links, broker, isAlive }: CommandsOptions) {
  const { db, bus, clock } = world
  const rateLimit = createAttemptLimit({ max: 2, windowMs: 1000 })
  const countOutcome = world.metrics.counter({
    name: 'command_outcomes_total',
    help: 'Commands to outputs by what became known of them; a late answer after UNCONFIRMED counts again.',
    labels: ['outcome'],
  })
  /** Last unconfirmed command by output. */
  const unconfirmed = new Map<string, PlacedCommand>()
  let cancelSweep = () => {}
  let sweepAt = Infinity

  const publish = (row: CommandRow, entityId: string) => bus.emit('command.changed', { command: presentCommand(row), entityId })

  const scheduleSweep = (at: number) => {
    if (at >= sweepAt) return
    cancelSweep()
    sweepAt = at
    cancelSweep = clock.after(Math.min(Math.max(at - clock.now(), 0), MAX_SLEEP), () => void sweep())
  }

  const sweep = async () => {
    sweepAt = Infinity
    try {
      const { overdue, next } = await db.work(system, async work => ({
        overdue: await markUnconfirmed(work, ANSWER_GRACE),
        next: await nextDeadline(work, ANSWER_GRACE),
      }))
      for (const row of overdue) {
        unconfirmed.set(row.interface_id, row)
        countOutcome({ outcome: row.state })
        publish(row, row.entityId)
      }
      if (next) scheduleSweep(next.getTime())
    } catch (error) {
      world.log.error({ err: error }, 'command deadlines not checked, retrying in 1 s')
      scheduleSweep(clock.now() + 1000)
    }
  }

  return {
    async start() {
      for (const row of await db.work(system, work => unverifiedCommands(work, new Date(clock.now() - VERIFY_WITHIN))))
        unconfirmed.set(row.interface_id, row)
      await sweep()
    },
    stop() {
      cancelSweep()
      sweepAt = -Infinity
    },

    /**
     * Sends a value to an output after the commit of the caller's transaction.
     * @throws Refused without a live session of a provisioned box; Failed for an invalid value
     */
    async send(work: UnitOfWork, request: CommandRequest): Promise<Command> {
      const target = orNotFound(await commandTarget(work, request.interfaceId))
      checkValue(target, request.value)
      if (target.retiredAt) throw new Refused('TERMINAL_NOT_PROVISIONED', 'TERMINAL_RETIRED')
      if (target.provisionStatus === 'NOT_PROVISIONED') throw new Refused('TERMINAL_NOT_PROVISIONED')
      if (target.provisionStatus === 'UPDATING') throw new Refused('TERMINAL_UPDATING')
      const link = links.byTerminal(target.terminalId)
      const sid = link?.sid
      if (!link || !sid || !isAlive(link)) throw new Refused('TERMINAL_NOT_CONNECTED')
      const seconds = rateLimit.wait(target.id, clock.mono())
      if (seconds > 0) throw new Failed('TOO_MANY_REQUESTS', [{ field: 'value', code: 'tooManyTries', values: { seconds } }])
      rateLimit.fail(target.id, clock.mono())

      const n = await nextCommandNumber(work, target.terminalId)
      const id = ulid(work.now.getTime())
      const currentHold = await findCurrentHold(work, target.id)
      const origins = await originValues(work, target)
      const row = await insertCommand(work, { ...request, id, terminalId: target.terminalId, sid, n, origins })
      await work.audit({
        action: 'ACTUATE',
        objectType: 'interface',
        objectId: target.id,
        objectName: target.displayName,
        entityId: target.entityId,
        changes: [
          { field: 'value', old: lastValueOf(target), new: request.value },
          { field: 'hold', old: currentHold && currentHold.hold / 1000, new: request.hold / 1000 },
        ],
      })
      work.afterCommit(() => {
        const iss = work.now.getTime()
        broker.publish(link.uid, 'dn/cmd', {
          v: 1,
          id,
          sid,
          n,
          if: target.ix,
          val: request.value,
          iss,
          ttl: request.ttl,
          hold: request.hold,
        })
        unconfirmed.delete(target.id)
        scheduleSweep(iss + request.ttl + ANSWER_GRACE)
        publish(row, target.entityId)
      })
      return presentCommand(row)
    },

    /** Ends all manual overrides after a restart or replacement of the box: rules control the outputs again. */
    async release(work: UnitOfWork, terminalId: string) {
      const rows = await releaseHolds(work, terminalId)
      work.afterCommit(() => {
        for (const row of rows) publish(row, row.entityId)
      })
    },

    /** Stores the answer of a box, also after the deadline. */
    async onAnswer({ terminalId }: Link, answer: CommandAnswer) {
      const row = await db.work(system, async work =>
        answerCommand(work, terminalId, await checkReadBack(work, terminalId, answer)),
      )
      if (!row) return
      countOutcome({ outcome: row.state })
      if (row.state === 'UNCONFIRMED') unconfirmed.set(row.interface_id, row)
      else unconfirmed.delete(row.interface_id)
      publish(row, row.entityId)
    },

    /** Verifies unconfirmed commands by readings of their outputs. */
    async onReadings(readings: readonly ObservedValue[]) {
      if (unconfirmed.size === 0) return
      for (const { interfaceId, ts, value, good } of readings) {
        const row = unconfirmed.get(interfaceId)
        if (!row || !good || ts <= row.issued_at.getTime() || !matchesReadBack(value, presentCommand(row).value, row.category))
          continue
        unconfirmed.delete(interfaceId)
        const verified = await db.work(system, work => verifyCommand(work, row.id))
        if (verified) publish(verified, verified.entityId)
      }
    },
  }
}
export type Commands = ReturnType<typeof createCommands>
