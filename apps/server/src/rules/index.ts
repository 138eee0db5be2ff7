import type { Devices } from '../devices/index.ts'
import type { Outbox } from '../outbox/index.ts'
import type { Events } from '../events/index.ts'
import type { Part, World } from '../platform/world.ts'
import type { Journal } from '../readings/index.ts'
import { globalRules } from './global.ts'
import { reports } from './reports.ts'
import { wantedOf } from './rules.sql.ts'

export { rulesSlice } from './rules.routes.ts'
export { createRule } from './create.ts'
export { assembleDraft } from './edit.ts'
export { eventOf, kindsFor, visibleRule } from './rules.ts'
export { inputsTold } from './schedules.ts'
export { saving } from './saved.ts'
export type { Service } from './deploy.ts'
export type { NewRule } from './create.ts'

export interface Rules {
  readonly parts: readonly Part[]
}

interface Neighbours {
  readonly devices: Pick<Devices, 'rulesFrom'>
  readonly journal: Pick<Journal, 'follow' | 'settled'>
  readonly events: Pick<Events, 'apply'>
  readonly outbox: Pick<Outbox, 'beat'>
}

/** Rules on boxes as they are wanted and reported, and those that the platform evaluates itself. Made before the journal starts. */
export function rules(world: World, { devices, journal, events, outbox }: Neighbours): Rules {
  devices.rulesFrom(wantedOf)
  return { parts: [reports(world), globalRules(world, journal, events, outbox)] }
}
