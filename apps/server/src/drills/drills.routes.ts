import { drills } from '@steading/contract/events/drills'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { beginByHand, preview } from './begin.ts'
import type { Neighbours } from './begin.ts'
import { drillById, searchDrills } from './drills.sql.ts'
import { links } from './links.ts'
import { editPlan, planOf } from './plan.ts'
import { present, presentDetails } from './present.ts'
import type { Runner } from './run.ts'

export const drillsSlice = (world: World, neighbours: Neighbours, { wake }: Pick<Runner, 'wake'>) => {
  const { db } = world
  const linked = links(world, neighbours.outbox)
  return slice(drills, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const listed = await searchDrills(work, query)
        return { ...listed, content: listed.content.map(present) }
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => presentDetails(work, orNotFound(await drillById(work, params.id)))),
    plan: ({ actor, params }) => db.work(actor, work => planOf(work, params.id)),
    setPlan: ({ actor, params, body }) => db.work(actor, work => editPlan(work, params.id, body.plan, body.version)),
    preview: ({ actor, params }) => db.work(actor, work => preview(work, params.id, neighbours)),
    start: ({ actor, params }) =>
      db.work(actor, async work => {
        const ids = await beginByHand(work, params.id)
        work.afterCommit(wake)
        return { ids }
      }),
    linked: ({ body }) => linked.look(body.token),
    confirm: ({ actor, body }) => linked.confirm(body.token, actor),
  })
}
