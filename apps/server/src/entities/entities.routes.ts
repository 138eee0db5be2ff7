import { entities } from '@steading/contract/entities'
import { found } from '../platform/database/work.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { present, presentRef } from './entities.ts'
import { entityById, listEntities } from './entities.sql.ts'

export const entitiesSlice = ({ db }: World) =>
  slice(entities, {
    list: ({ actor, query }) =>
      db.work(actor, async work => {
        const rows = await listEntities(work, { types: query.entityTypeNames, status: query.entityStatus })
        return rows.map(presentRef)
      }),
    details: ({ actor, params }) => db.work(actor, async work => present(found(await entityById(work, params.id)))),
  })
