import type { Work } from '../platform/database/work.ts'
import type { Part, World } from '../platform/world.ts'
import type { Outbox } from '../outbox/index.ts'
import type { Journal } from '../readings/index.ts'
import { applier } from './apply.ts'
import type { Doing } from './apply.ts'
import { followBoxes } from './boxes.ts'
import { late } from './late.ts'
import { ruleOf } from './events.sql.ts'
import { technical } from './technical.ts'
import { telling } from './telling.ts'
import type { Telling } from './telling.ts'

export { eventsSlice } from './events.routes.ts'
export { readEffect } from './effect.ts'
export type { Effect } from './effect.ts'
export type { Doing } from './apply.ts'

export interface Events {
  readonly part: Part
  readonly telling: Telling
  /** Writes what a global rule did; in the work that saves its state. */
  apply(work: Work, ruleId: string, doings: readonly Doing[]): Promise<void>
}

/** To be made before the journal and the jobs start. */
export function events(world: World, outbox: Outbox, journal: Pick<Journal, 'follow'>): Events {
  const tell = telling(world, outbox)
  const watch = technical(world, tell)
  const apply = applier(tell, watch)
  followBoxes(world, journal, apply)
  late(world, tell)
  return {
    part: watch.part,
    telling: tell,
    async apply(work, ruleId, doings) {
      const rule = await ruleOf(work, ruleId, null)
      if (rule) await apply(work, rule, doings)
    },
  }
}
