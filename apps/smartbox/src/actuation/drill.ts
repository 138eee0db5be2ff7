import type { CommandAnswer, DrillOrder, AnyRuleEffect } from '@steading/contract/box/messages'
import type { BoxTime } from '../platform/time.ts'
import { judgeOrder } from './judge.ts'
import type { Ledger } from './ledger.ts'

export interface DrillParts {
  readonly ledger: Ledger
  readonly time: BoxTime
  readonly session: () => string | null
  /** Writes a doing down as an alarm's is; false: the store did not take it. */
  readonly report: (event: AnyRuleEffect, ts: number) => boolean
  readonly answer: (answer: CommandAnswer) => void
}

/** Takes orders of the platform to drill: judged and written down as commands are; the doing goes the way of alarms. */
export const createDrills = ({ ledger, time, session, report, answer }: DrillParts) => {
  const reply = ({ id, n }: DrillOrder, result: Pick<CommandAnswer, 'st' | 'why' | 'say'>) => {
    const full: CommandAnswer = { id, n, at: Math.max(0, time.utc()), ...result }
    ledger.answer(full)
    answer(full)
  }
  return (order: DrillOrder): void => {
    const known = ledger.find(order.id)
    if (known === 'open') return
    if (known) return answer(known.at === 0 ? { ...known, at: Math.max(0, time.utc()) } : known)
    const rejection = judgeOrder(order, { sid: session(), last: ledger.last(), now: time.platform() })
    if (rejection) return reply(order, rejection)
    ledger.accept(order.id, order.n)
    const isKept = report({ rule: 'drill', ver: 0, kind: 'DRILL', key: order.drill }, time.utc())
    reply(order, isKept ? { st: 'done' } : { st: 'unconfirmed', why: 'device', say: 'the store takes nothing' })
  }
}
