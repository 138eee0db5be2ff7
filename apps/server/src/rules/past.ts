import type { Intent } from '@steading/rules/intent'
import { run } from '@steading/rules/run'
import { initial } from '@steading/rules/step'
import type { State } from '@steading/rules/state'
import { duration, MINUTE } from '@steading/rules/time'
import type { Doing, Effect } from '../events/index.ts'
import type { Work } from '../platform/database/work.ts'
import { isGood } from '../readings/index.ts'
import { eventsSince, readingsOf } from './global.sql.ts'
import { inputOf } from './memory.ts'
import type { Held, Listened } from './memory.ts'

const DAY = 86_400_000
/** A box keeps a week; what is older than a little more changes nothing any more. */
const FURTHEST = 8 * DAY

export interface Past {
  readonly doings: readonly Doing[]
  /** What began in the past holds now: the rule goes on from here. */
  readonly state: State | null
}

type OfEvent = Exclude<Effect, { kind: 'FAULT' }>

/**
 * Runs a second instance of the rule over the readings as they are now, from before what came too late up to the present. Of
 * the events that nobody knows yet it may open one that is over; one that lasts becomes the rule's own.
 */
export async function lookBack(work: Work, rule: Held, interfaces: ReadonlyMap<number, Listened>): Promise<Past> {
  const until = rule.state.ts
  const since = Math.max(rule.lateFrom ?? until, until - FURTHEST)
  const start = Math.max(rule.since, since - warmUp(rule))
  const ids = rule.body.interfaces.map(one => Number(one.id))
  const state = initial(rule.body, start)
  const intents: Intent[] = []
  for (let from = start; from <= until; from += DAY) {
    const to = Math.min(from + DAY, until + 1)
    const rows = await readingsOf(work, ids, from, to)
    const inputs = rows.filter(isGood).map(row => inputOf(row, interfaces.get(row.interfaceId)?.dataType ?? null))
    intents.push(...run(rule.body, inputs, to - 1, state).intents)
  }
  const known = await eventsSince(work, rule.id, since)
  const found = eventsOf(intents).filter(
    one => (one.to ?? until) >= since && !known.some(other => other.from <= (one.to ?? until) && (other.to ?? until) >= one.from),
  )
  const over = found.find(one => one.to !== null)
  const lasting = found.find(one => one.to === null)
  const version = rule.body.version
  return {
    doings: [
      ...(over?.effects ?? []).map(effect => ({ effect, version, late: true, over: true })),
      ...(lasting?.effects ?? []).map(effect => ({ effect, version, late: true, over: false })),
    ],
    state: lasting ? state : null,
  }
}

/** Before this, readings do not matter to what the rule says later. */
export const warmUp = ({ body }: Pick<Held, 'body'>): number => {
  const lines = body.template === 'ALARM_WITHOUT_ACTUATION' || body.template === 'CLOUD_ALARM' ? body.inputs.lines : []
  return Math.max(60 * MINUTE, ...lines.map(line => duration(line.permanenceTime) + 30 * MINUTE))
}

interface Found {
  readonly from: number
  to: number | null
  readonly effects: OfEvent[]
}

function eventsOf(intents: readonly Intent[]): Found[] {
  const found = new Map<string, Found>()
  for (const intent of intents) {
    if (intent.kind === 'ACTUATE' || intent.kind === 'FAULT') continue
    const one = found.get(intent.event) ?? { from: intent.ts, to: null, effects: [] }
    found.set(intent.event, one)
    one.effects.push(intent)
    if (intent.kind === 'EVENT_CLOSE' || (intent.kind === 'EVENT_OPEN' && intent.status === 'CLOSED')) one.to = intent.ts
    if (intent.kind === 'EVENT_REOPEN') one.to = null
  }
  return [...found.values()]
}
