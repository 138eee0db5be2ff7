import type { Devices } from '../devices/index.ts'
import type { Part, World } from '../platform/world.ts'
import { reports } from './reports.ts'
import { wantedOf } from './rules.sql.ts'

export { rulesSlice } from './rules.routes.ts'
export { createRule } from './create.ts'
export type { NewRule } from './create.ts'

export interface Rules {
  readonly parts: readonly Part[]
}

/** Rules on boxes as they are wanted and as boxes report them. */
export function rules(world: World, devices: Pick<Devices, 'rulesFrom'>): Rules {
  devices.rulesFrom(wantedOf)
  return { parts: [reports(world)] }
}
