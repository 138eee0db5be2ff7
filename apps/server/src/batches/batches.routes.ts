import { batches } from '@steading/contract/batches'
import { found } from '../platform/database/work.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { closeOrOpen, createBatch, editBatch, present, removeBatch } from './batches.ts'
import type { Gather } from './batches.ts'
import { batchById, searchBatches } from './batches.sql.ts'

export const batchesSlice = ({ db }: World, gather: Gather) =>
  slice(batches, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchBatches(work, query, query)
        return { ...page, content: page.content.map(present) }
      }),
    list: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchBatches(work, query, query)
        return { ...page, content: page.content.map(({ id, code }) => ({ id, code })) }
      }),
    details: ({ actor, params }) => db.work(actor, async work => present(found(await batchById(work, params.id)))),
    create: ({ actor, body }) => db.work(actor, async work => present(await createBatch(work, body, gather))),
    edit: ({ actor, params, body }) => db.work(actor, async work => present(await editBatch(work, params.id, body, gather))),
    quickCloseOpen: ({ actor, params, body }) =>
      db.work(actor, async work => present(await closeOrOpen(work, params.id, body, gather))),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeBatch(work, params.id, gather)
        return {}
      }),
  })
