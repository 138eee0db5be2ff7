import type { ReactNode } from 'react'
import { pages as alarm } from '../alarm/index.ts'
import { LazyBatchAnimalMovements, pages as animalMovements } from '../animalMovements/index.ts'
import { pages as analytics } from '../analytics/index.ts'
import { pages as apiAccess } from '../apiAccess/index.ts'
import { pages as audit } from '../audit/index.ts'
import { registerBatchTab, pages as batches } from '../batches/index.ts'
import { pages as brands } from '../brands/index.ts'
import { pages as curves } from '../curves/index.ts'
import { pages as dashboards } from '../dashboards/index.ts'
import { pages as deathReasons } from '../deathReasons/index.ts'
import { pages as feedFactories } from '../feedFactories/index.ts'
import { LazyBatchFeedMovements, pages as feedMovements } from '../feedMovements/index.ts'
import { pages as feedTypes } from '../feedTypes/index.ts'
import { pages as genetics } from '../genetics/index.ts'
import { pages as drills } from '../drills/index.ts'
import { pages as earlyWarning } from '../earlyWarning/index.ts'
import { pages as entities } from '../entities/index.ts'
import { LazyBatchEvents, pages as events } from '../events/index.ts'
import { pages as groups } from '../groups/index.ts'
import { pages as heartbeat } from '../heartbeat/index.ts'
import { pages as interfaces } from '../interfaces/index.ts'
import { pages as legal } from '../legal/index.ts'
import { pages as outbox } from '../outbox/index.ts'
import { pages as publicDashboards } from '../publicDashboards/index.ts'
import { pages as reports } from '../reports/index.ts'
import { pages as roles } from '../roles/index.ts'
import { pages as rules } from '../rules/index.ts'
import { pages as sessions } from '../sessions/index.ts'
import { pages as tariffs } from '../tariffs/index.ts'
import { LazyBatchTasks, pages as tasks } from '../tasks/index.ts'
import { pages as taskTemplates } from '../taskTemplates/index.ts'
import { pages as templates } from '../templates/index.ts'
import { pages as terminals } from '../terminals/index.ts'
import { pages as users } from '../users/index.ts'
import { isContinuousGrowth } from '@steading/contract/production/species'
import { LazyBatchWeighings, pages as weighings } from '../weighings/index.ts'
import type { PagePath } from '../platform/navigation/paths.ts'

export type LoadPage = () => Promise<{ default: () => ReactNode }>

registerBatchTab({ key: 'movements', position: 1, label: 'nav.animalMovements', view: LazyBatchAnimalMovements })
registerBatchTab({ key: 'feed', position: 2, label: 'nav.feedMovements', view: LazyBatchFeedMovements })
registerBatchTab({ key: 'events', position: 3, label: 'nav.events', view: LazyBatchEvents })
registerBatchTab({ key: 'tasks', position: 4, label: 'nav.tasks', view: LazyBatchTasks })
registerBatchTab({
  key: 'weight',
  position: 5,
  label: 'nav.weighings',
  isOf: ({ productionType }) => !isContinuousGrowth(productionType),
  view: LazyBatchWeighings,
})

/** The pages that are built, in one place; every other path shows the not-found page and stands in no navigation. */
export const built: Readonly<Partial<Record<PagePath, LoadPage>>> = {
  ...alarm,
  ...analytics,
  ...animalMovements,
  ...apiAccess,
  ...audit,
  ...batches,
  ...brands,
  ...curves,
  ...dashboards,
  ...deathReasons,
  ...feedFactories,
  ...feedMovements,
  ...feedTypes,
  ...genetics,
  ...drills,
  ...earlyWarning,
  ...entities,
  ...events,
  ...groups,
  ...heartbeat,
  ...interfaces,
  ...legal,
  ...outbox,
  ...publicDashboards,
  ...reports,
  ...roles,
  ...rules,
  ...sessions,
  ...tariffs,
  ...tasks,
  ...taskTemplates,
  ...templates,
  ...terminals,
  ...users,
  ...weighings,
}

/** A page without parameters, once it is built: nobody is led to one that is not. */
export const onceBuilt = (path: PagePath): string | undefined => built[path] && path
