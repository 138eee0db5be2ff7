import type { CommandAnswer } from '@steading/contract/box'
import type { Command, Value } from '@steading/contract/interfaces'
import { systemActor } from '../platform/actor.ts'
import { attempts } from '../platform/attempts.ts'
import type { Broker } from '../platform/broker/broker.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { Failed, Refused } from '../platform/failures.ts'
import { ulid } from '../platform/ulid.ts'
import type { World } from '../platform/world.ts'
import { checkValue, contradicts, presentCommand, shows } from './command.ts'
import {
  answerCommand,
  commandTarget,
  giveUp,
  heldNow,
  insertCommand,
  nextDeadline,
  orderedOutput,
  recentOrder,
  releaseHolds,
  unverified,
  verifyCommand,
} from './commands.sql.ts'
import type { CommandRow, CommandTarget, PlacedCommand } from './commands.sql.ts'
import { nextCommandNumber } from './links.sql.ts'
import type { Link, Links } from './links.ts'

declare module '../platform/bus.ts' {
  interface Messages {
    /** A command was sent, or something became known of it. */
    'command.changed': { command: Command; entityId: string }
  }
}

export interface Order {
  readonly interfaceId: string
  readonly value: Value
  /** ms that it stays valid on its way */
  readonly ttl: number
  /** ms that it overrides a rule */
  readonly hold: number
}

/** A reading that may show what became of a command. */
export interface Seen {
  readonly interfaceId: string
  /** ms UTC */
  readonly ts: number
  readonly value: Value
  readonly good: boolean
}

/** ms after its validity until the outcome counts as unknown: said within 5 s, with time to say it. */
const ANSWER_WITHIN = 4_800
/** Deadlines are wall time: looked at again so often, in case the clock was set meanwhile. */
const LOOK_AGAIN = 5000
/** So long a reading may still show what became of a command. */
const VERIFY_WITHIN = 24 * 3_600_000
/** So long a device may be on its way to what was ordered before, as the screens take it. */
const FOLLOWS_WITHIN = 120_000

const system = systemActor('commands')

/** What the output said last; null where it never did. */
const lastOf = ({ dataType, lastValue, lastText }: CommandTarget) =>
  lastText ?? (lastValue !== null && dataType === 'BOOLEAN' ? lastValue === 1 : lastValue)

/** Origins: values at which the output may stand now. Its last reading, if good, and its last order, if recent. */
async function originsOf(work: Work, target: CommandTarget): Promise<Value[]> {
  const last = target.isLastGood ? lastOf(target) : null
  const earlier = await recentOrder(work, target.id, new Date(work.now.getTime() - FOLLOWS_WITHIN))
  // safe: only insertCommand writes it
  return [last, earlier && (earlier.value as Value)].filter(value => value !== null)
}

/** An answer that the order was carried out confirms nothing where the value read back contradicts the order. */
async function weighed(work: Work, terminalId: string, answer: CommandAnswer): Promise<CommandAnswer> {
  if (answer.st !== 'done' || answer.read === undefined) return answer
  const row = await orderedOutput(work, terminalId, answer.id)
  if (!row) return answer
  // safe: only insertCommand writes them
  const order = { ...row, ordered: row.value as Value, origins: (row.origins ?? []) as Value[] }
  return contradicts(answer.read, order) ? { ...answer, st: 'unconfirmed' } : answer
}

export interface CommandsOptions {
  readonly world: World
  readonly links: Links
  readonly broker: Broker
  /** Is the session of this box alive? */
  readonly alive: (link: Link) => boolean
}

/** Commands to outputs: sent to a session that lives, never kept for later, and never called failed while nobody knows. */
export function commands({ world, links, broker, alive }: CommandsOptions) {
  const { db, bus, clock } = world
  const perInterface = attempts({ most: 2, windowMs: 1000 })
  /** Outputs whose last command ended in doubt. */
  const doubtful = new Map<string, PlacedCommand>()
  let timer: NodeJS.Timeout | undefined
  let armedFor = Infinity

  const tell = (row: CommandRow, entityId: string) => bus.emit('command.changed', { command: presentCommand(row), entityId })

  const arm = (at: number) => {
    if (at >= armedFor) return
    clearTimeout(timer)
    armedFor = at
    timer = setTimeout(() => void sweep(), Math.min(Math.max(at - clock.now(), 0), LOOK_AGAIN))
  }

  const sweep = async () => {
    armedFor = Infinity
    try {
      const { late, next } = await db.work(system, async work => ({
        late: await giveUp(work, ANSWER_WITHIN),
        next: await nextDeadline(work, ANSWER_WITHIN),
      }))
      for (const row of late) {
        doubtful.set(row.interface_id, row)
        tell(row, row.entityId)
      }
      if (next) arm(next.getTime())
    } catch (error) {
      world.log.error({ err: error }, 'commands could not be looked after')
      arm(clock.now() + 1000)
    }
  }

  return {
    async start() {
      for (const row of await db.work(system, work => unverified(work, new Date(clock.now() - VERIFY_WITHIN))))
        doubtful.set(row.interface_id, row)
      await sweep()
    },
    stop() {
      clearTimeout(timer)
      armedFor = -Infinity
    },

    /**
     * Sends a value to an output, in the caller's work.
     * @throws Refused without a live session of a provisioned box; Failed for a value that the output can't take
     */
    async send(work: Work, order: Order): Promise<Command> {
      const target = found(await commandTarget(work, order.interfaceId))
      checkValue(target, order.value)
      if (target.retiredAt) throw new Refused('TERMINAL_NOT_PROVISIONED', 'TERMINAL_RETIRED')
      if (target.provisionStatus === 'NOT_PROVISIONED') throw new Refused('TERMINAL_NOT_PROVISIONED')
      if (target.provisionStatus === 'UPDATING') throw new Refused('TERMINAL_UPDATING')
      const link = links.byTerminal(target.terminalId)
      const sid = link?.sid
      if (!link || !sid || !alive(link)) throw new Refused('TERMINAL_NOT_CONNECTED')
      const seconds = perInterface.wait(target.id, clock.mono())
      if (seconds > 0) throw new Failed('TOO_MANY_REQUESTS', [{ field: 'value', code: 'tooManyTries', values: { seconds } }])
      perInterface.fail(target.id, clock.mono())

      const n = await nextCommandNumber(work, target.terminalId)
      const id = ulid(work.now.getTime())
      const before = await heldNow(work, target.id)
      const origins = await originsOf(work, target)
      const row = await insertCommand(work, { ...order, id, terminalId: target.terminalId, sid, n, origins })
      await work.audit({
        action: 'ACTUATE',
        objectType: 'interface',
        objectId: target.id,
        objectName: target.displayName,
        entityId: target.entityId,
        changes: [
          { field: 'value', old: lastOf(target), new: order.value },
          { field: 'hold', old: before && before.hold / 1000, new: order.hold / 1000 },
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
          val: order.value,
          iss,
          ttl: order.ttl,
          hold: order.hold,
        })
        doubtful.delete(target.id)
        arm(iss + order.ttl + ANSWER_WITHIN)
        tell(row, target.entityId)
      })
      return presentCommand(row)
    },

    /** The box has restarted, or is another one: what was held by hand is over, and its rules drive their outputs again. */
    async release(work: Work, terminalId: string) {
      const rows = await releaseHolds(work, terminalId)
      work.afterCommit(() => {
        for (const row of rows) tell(row, row.entityId)
      })
    },

    /** What the box answered, however late: a deadline that passed is not the end of knowing. */
    async answered({ terminalId }: Link, answer: CommandAnswer) {
      const row = await db.work(system, async work => answerCommand(work, terminalId, await weighed(work, terminalId, answer)))
      if (!row) return
      if (row.state === 'UNCONFIRMED') doubtful.set(row.interface_id, row)
      else doubtful.delete(row.interface_id)
      tell(row, row.entityId)
    },

    /** Readings that show the value of a command in doubt. */
    async seen(readings: readonly Seen[]) {
      if (doubtful.size === 0) return
      for (const { interfaceId, ts, value, good } of readings) {
        const row = doubtful.get(interfaceId)
        if (!row || !good || ts <= row.issued_at.getTime() || !shows(value, presentCommand(row).value, row.category)) continue
        doubtful.delete(interfaceId)
        const verified = await db.work(system, work => verifyCommand(work, row.id))
        if (verified) tell(verified, verified.entityId)
      }
    },
  }
}
export type Commands = ReturnType<typeof commands>
