import type { Devices } from '../devices/index.ts'
import type { Outbox } from '../outbox/index.ts'
import type { Events } from '../events/index.ts'
import type { Part } from '../platform/part.ts'
import type { World } from '../platform/world.ts'
import type { Journal } from '../readings/index.ts'
import { globalRules } from './evaluation/globalRules.ts'
import { createBatchFollower } from './following/batchFollower.ts'
import { createReportHandler } from './deployment/terminalReports.ts'
import { desiredRules } from './rules.sql.ts'

export { rulesSlice } from './rules.routes.ts'
export { createRule } from './authoring/create.ts'
export { assembleDraft } from './authoring/edit.ts'
export { countsOf, eventOf, kindsFor, visibleRule } from './rules.ts'
export { countRules, searchRules } from './rules.sql.ts'
export { presentInputs } from './authoring/schedules.ts'
export { createRuleSaving } from './authoring/saveAndDeploy.ts'
export type { Service } from './deployment/deploy.ts'
export type { NewRule } from './authoring/newRule.ts'

export interface Rules {
  readonly parts: readonly Part[]
}

interface Neighbours {
  readonly devices: Pick<Devices, 'setRuleProvider' | 'reviseConfiguration' | 'checkConfigurationFits'>
  readonly journal: Pick<Journal, 'follow' | 'settled'>
  readonly events: Pick<Events, 'apply'>
  readonly outbox: Pick<Outbox, 'notify'>
}

/**
 * Rules on boxes (their desired and reported state) and global rules, which the platform evaluates. Created before the journal
 * starts.
 */
export function rules(world: World, { devices, journal, events, outbox }: Neighbours): Rules {
  devices.setRuleProvider(desiredRules)
  return {
    parts: [
      createReportHandler(world),
      createBatchFollower(world, { boxes: devices }),
      globalRules(world, journal, events, outbox),
    ],
  }
}
