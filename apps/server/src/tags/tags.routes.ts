import { tags } from '@steading/contract/entities/tags'
import { isEntityInReach } from '../entities/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { deleted } from '../platform/database/fieldChanges.ts'
import { NotFound } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { createTag, editTag, present, tell, auditFields } from './tags.ts'
import { carriersOf, deleteTag, tagById, tagsBelow, tagsFor } from './tags.sql.ts'

const mustReach = async (work: UnitOfWork, entityId: string) => {
  if (!(await isEntityInReach(work, entityId))) throw new NotFound()
}

export const tagsSlice = ({ db }: World) =>
  slice(tags, {
    list: ({ actor, query }) =>
      db.work(actor, async work => {
        await mustReach(work, query.entityId)
        return (await work.withSystemScope(systemWork => tagsFor(systemWork, query.entityId))).map(present)
      }),
    children: ({ actor, query }) =>
      db.work(actor, async work => {
        if (query.entityId) await mustReach(work, query.entityId)
        return (await tagsBelow(work, query.entityId)).map(present)
      }),
    create: ({ actor, query, body }) =>
      db.work(actor, async work => {
        await mustReach(work, query.entityId)
        return createTag(work, { ...query, ...body })
      }),
    edit: ({ actor, params, body }) =>
      db.work(actor, async work => editTag(work, orNotFound(await tagById(work, params.id)), body)),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        const row = orNotFound(await tagById(work, params.id))
        // Whoever deletes it sees all that may carry it: made at an entity, it stands there and below.
        const { names, count } = await carriersOf(work, row.id)
        await deleteTag(work, row.id)
        const entities = count > names.length ? [...names, `+${count - names.length}`] : names
        await tell(work, 'DELETE', row, deleted({ ...auditFields(row), entities }))
        return {}
      }),
  })
