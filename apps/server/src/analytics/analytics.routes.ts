import { analytics } from '@steading/contract/entities/analytics'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { batchesOverview, entitiesOverview } from './analytics.ts'

export const analyticsSlice = (world: World) =>
  slice(analytics, {
    overview: ({ actor, query }) => world.db.work(actor, work => entitiesOverview(work, world.config.RETENTION, query)),
    batches: ({ actor, query }) => batchesOverview(world, actor, query),
  })
