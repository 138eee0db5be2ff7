import { z } from 'zod'
import { EntityRef } from '../entities/entityRef.ts'
import { byId, Id, many } from '../http/fields.ts'
import { routes } from '../http/route.ts'

/** Houses of a dashboard at most. */
export const MOST_HOUSES = 200

/** A house that a dashboard may show. */
export const House = EntityRef.extend({
  /** Interfaces by their keys in configurations: `house:CATEGORY:position`. */
  sensors: z.record(z.string(), Id),
})
export type House = z.infer<typeof House>

/** Asked only for dashboards whose widgets name sensors of the house. */
export const dashboardHouses = routes({
  houses: {
    method: 'GET',
    path: '/dashboard/:id/houses',
    summary:
      "Houses in reach at or below a dashboard's entity, of an own one all in reach, with their sensors of some categories or all; at most 200",
    access: 'session',
    params: byId,
    query: z.object({ categories: many(z.string().max(50)).optional() }),
    reply: z.array(House),
  },
})
