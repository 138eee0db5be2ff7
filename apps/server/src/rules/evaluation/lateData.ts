import type { RuleEffect } from '@steading/rules/effects'
import { run } from '@steading/rules/run'
import { initial } from '@steading/rules/step'
import type { State } from '@steading/rules/state'
import { duration, MINUTE } from '@steading/rules/values/time'
import type { PendingEffect, ReportedEffect } from '../../events/index.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { isGood } from '../../readings/index.ts'
import { findEventSpans, readingsInSpan } from './globalRules.sql.ts'
import { inputOf } from './memory.ts'
import type { RunningRule, ObservedInterface } from './ruleMemory.ts'
import { bodyAt } from './registerBases.ts'

const DAY = 86_400_000
/** A box keeps a week; what is older than a little more changes nothing any more. */
const MAX_AGE = 8 * DAY

export interface LateDataResult {
  readonly effects: readonly PendingEffect[]
  /** What began in the past holds now: the rule goes on from here. */
  readonly state: State | null
}

type EventEffect = Exclude<ReportedEffect, { kind: 'FAULT' }>

/**
 * Runs a second instance of the rule over the readings as they are now, from before what came too late up to the present. Of
 * the events that nobody knows yet it may open one that is over; one that lasts becomes the rule's own.
 */
export async function replayLateData(
  work: UnitOfWork,
  rule: RunningRule,
  interfaces: ReadonlyMap<number, ObservedInterface>,
): Promise<LateDataResult> {
  const until = rule.state.ts
  const since = Math.max(rule.lateFrom ?? until, until - MAX_AGE)
  const start = Math.max(rule.since, since - warmUpDuration(rule))
  const ids = rule.body.interfaces.map(item => Number(item.id))
  const state = initial(rule.body, start)
  const effects: RuleEffect[] = []
  for (let from = start; from <= until; from += DAY) {
    const to = Math.min(from + DAY, until + 1)
    const rows = await readingsInSpan(work, ids, from, to)
    const inputs = rows.filter(isGood).map(row => inputOf(row, interfaces.get(row.interfaceId)?.dataType ?? null))
    for (const input of inputs) effects.push(...run(bodyAt(rule.body, rule.bases, input), [input], 0, state).effects)
    effects.push(...run(rule.body, [], to - 1, state).effects)
  }
  const known = await findEventSpans(work, rule.id, since)
  const found = eventsOf(effects).filter(
    event =>
      (event.to ?? until) >= since &&
      !known.some(other => other.from <= (event.to ?? until) && (other.to ?? until) >= event.from),
  )
  const over = found.find(one => one.to !== null)
  const lasting = found.find(one => one.to === null)
  const version = rule.body.version
  return {
    effects: [
      ...(over?.effects ?? []).map(effect => ({ effect, version, isLate: true, isOver: true })),
      ...(lasting?.effects ?? []).map(effect => ({ effect, version, isLate: true, isOver: false })),
    ],
    state: lasting ? state : null,
  }
}

/** Before this, readings do not matter to what the rule says later. */
export const warmUpDuration = ({ body }: Pick<RunningRule, 'body'>): number => {
  const lines = body.template === 'ALARM_WITHOUT_ACTUATION' || body.template === 'CLOUD_ALARM' ? body.inputs.lines : []
  return Math.max(60 * MINUTE, ...lines.map(line => duration(line.permanenceTime) + 30 * MINUTE))
}

interface FoundEvent {
  readonly from: number
  to: number | null
  readonly effects: EventEffect[]
}

function eventsOf(effects: readonly RuleEffect[]): FoundEvent[] {
  const found = new Map<string, FoundEvent>()
  for (const effect of effects) {
    if (effect.kind === 'ACTUATE' || effect.kind === 'FAULT') continue
    const one = found.get(effect.event) ?? { from: effect.ts, to: null, effects: [] }
    found.set(effect.event, one)
    one.effects.push(effect)
    if (effect.kind === 'EVENT_CLOSE' || (effect.kind === 'EVENT_OPEN' && effect.status === 'CLOSED')) one.to = effect.ts
    if (effect.kind === 'EVENT_REOPEN') one.to = null
  }
  return [...found.values()]
}
