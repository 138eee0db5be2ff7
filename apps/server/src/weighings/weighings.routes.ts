import { weighings } from '@steading/contract/production/weighings'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { createWeighing, editWeighing, presentWeighings, removeWeighing } from './weighings.ts'
import { searchWeighings, weighingById } from './weighings.sql.ts'
import type { WeighingRow } from './weighings.sql.ts'

export const weighingsSlice = (world: World) => {
  const { db } = world
  const presentOne = async (work: UnitOfWork, row: WeighingRow) => (await presentWeighings(work, [row]))[0]!
  return slice(weighings, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchWeighings(work, query, query)
        return { ...page, content: await presentWeighings(work, page.content) }
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => presentOne(work, orNotFound(await weighingById(work, params.id)))),
    create: ({ actor, body, once }) =>
      db.work(actor, work => once(work, async () => presentOne(work, await createWeighing(work, world, body)))),
    edit: ({ actor, params, body }) =>
      db.work(actor, async work => presentOne(work, await editWeighing(work, world, params.id, body))),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeWeighing(work, world, params.id)
        return {}
      }),
  })
}
