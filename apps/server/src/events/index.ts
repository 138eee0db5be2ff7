import type { Devices } from '../devices/index.ts'
import type { Outbox } from '../outbox/index.ts'
import type { Work } from '../platform/database/work.ts'
import type { Part, World } from '../platform/world.ts'
import type { Journal } from '../readings/index.ts'
import { applier } from './apply.ts'
import type { Doing } from './apply.ts'
import type { Effect } from './effect.ts'
import { answeredCalls } from './calls.ts'
import { climbing } from './climb.ts'
import { followBoxes } from './boxes.ts'
import type { Hears } from './boxes.ts'
import { ruleOf } from './apply.sql.ts'
import { statusesForBox } from './events.sql.ts'
import type { RuleOfEvents } from './apply.sql.ts'
import { guarded } from './guarded.ts'
import { late } from './late.ts'
import { leaving } from './leaving.ts'
import { technical } from './technical.ts'
import type { Technical } from './technical.ts'
import { telling } from './telling.ts'
import type { Telling } from './telling.ts'

export { eventsSlice } from './events.routes.ts'
export { gatherEvents } from './gather.sql.ts'
export type { Effect } from './effect.ts'
export type { Doing } from './apply.ts'
export type { BoxEffect } from './boxes.sql.ts'
export type { Hears } from './boxes.ts'
export { writePast } from './past.ts'
export type { PastEvent } from './past.ts'
export type { Trouble } from './technical.ts'

export interface Events extends Pick<Technical, 'raise' | 'over'> {
  readonly parts: readonly Part[]
  /** For the slice's own routes. */
  readonly telling: Telling
  /** Who hears what boxes did besides what their rules did, by the kind of doing. */
  hears: Hears
  /** Writes what global rules did, by rule; in the work that saves their states. What is CRITICAL comes first. */
  apply(work: Work, all: ReadonlyMap<string, readonly Doing[]>): Promise<void>
}

/** An effect of a box that could not be applied, as the quarantine keeps it. */
const unapplied = (terminalId: string, effect: Effect, error: unknown, receivedAt: number) => ({
  ...{ terminalId, topic: 'up/data', code: 'EFFECT' as const, receivedAt },
  reason: `effect: ${error instanceof Error ? error.message : String(error)}`,
  payload: Buffer.from(JSON.stringify(effect)),
})

interface Neighbours {
  readonly outbox: Pick<Outbox, 'tell' | 'hearers' | 'onAcknowledged'>
  readonly journal: Pick<Journal, 'follow' | 'settled' | 'quarantine'>
  readonly devices: Pick<Devices, 'desire' | 'eventsFrom'>
}

/** To be made before the journal and the jobs start. */
export function events(world: World, { outbox, journal, devices }: Neighbours): Events {
  const tell = telling(world, outbox, devices)
  const watch = technical(world, tell)
  const apply = guarded(world, applier(tell, watch), async ({ terminalId }, effect, error) => {
    if (terminalId !== null) await journal.quarantine.put(unapplied(terminalId, effect, error, world.clock.now()), 'LOSS')
  })
  const boxes = followBoxes(world, journal, apply)
  late(world, tell)
  answeredCalls(world, outbox, tell)
  devices.eventsFrom(statusesForBox)
  return {
    parts: [boxes.part, watch.part, climbing(world, tell), leaving(world, tell)],
    telling: tell,
    raise: watch.raise,
    over: watch.over,
    hears: boxes.hears,
    async apply(work, all) {
      const rules = await Promise.all([...all.keys()].map(id => ruleOf(work, { id, terminalId: null })))
      const isGrave = (rule: RuleOfEvents) => Number(rule.severity === 'CRITICAL')
      const there = rules.filter(rule => rule !== undefined).toSorted((a, b) => isGrave(b) - isGrave(a))
      await apply(
        work,
        there.map(rule => ({ rule, doings: all.get(rule.id)! })), // safe: it was asked by that id
      )
    },
  }
}
