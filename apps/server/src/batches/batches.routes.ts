import { BATCH_ATTACHMENTS, batches } from '@steading/contract/production/batches'
import { PRODUCTION_TYPES } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'
import { deathReasonChoices } from '../deathReasons/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { presentAttachment, storeUploads } from '../platform/files/changeAttachments.ts'
import { slice } from '../platform/http/call.ts'
import type { Upload } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { productionAttachments } from './attachments.sql.ts'
import { closeOrOpen, createBatch, editBatch, present, presentDetails, removeBatch } from './batches.ts'
import type { Gather } from './batches.ts'
import { announceBatch } from './movements/batchChanged.ts'
import { batchBefore, batchById, batchesByIds, searchBatches, searchHouses } from './batches.sql.ts'
import type { BatchRow } from './batches.sql.ts'
import { speciesTree } from './species.ts'

export const batchesSlice = (world: World, gather: Gather) => {
  const { db, files, texts } = world
  const uploaded = async (uploads: readonly Upload[]) => ({
    store: { files, maxFiles: BATCH_ATTACHMENTS },
    uploads: await storeUploads(files, uploads),
  })
  /** Answers a batch that was saved; `before`: its version. A save that changes nothing is not announced. */
  const saved = (work: UnitOfWork, row: BatchRow, before?: number) => {
    if (row.version !== before) announceBatch(work, world, row)
    return presentDetails(work, row, texts)
  }
  const attachmentsOf = async (work: UnitOfWork, id: string) => {
    orNotFound(await batchById(work, id))
    return productionAttachments(work, 'batch_id', [id])
  }
  return slice(batches, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchBatches(work, query, query)
        return { ...page, content: page.content.map(row => present(row, texts)) }
      }),
    list: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchBatches(work, query, query)
        return { ...page, content: page.content.map(({ id, code }) => ({ id, code })) }
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => presentDetails(work, orNotFound(await batchById(work, params.id)), texts)),
    create: async ({ actor, body, files: uploads, once }) => {
      const attachments = await uploaded(uploads)
      return db.work(actor, work => once(work, async () => saved(work, await createBatch(work, body, attachments, gather))))
    },
    edit: async ({ actor, params, body, files: uploads }) => {
      const attachments = await uploaded(uploads)
      return db.work(actor, async work => saved(work, await editBatch(work, params.id, body, attachments, gather), body.version))
    },
    quickCloseOpen: ({ actor, params, body }) =>
      db.work(actor, async work => saved(work, await closeOrOpen(work, params.id, body, gather), body.version)),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        announceBatch(work, world, await removeBatch(work, world, params.id, gather))
        return {}
      }),
    last: ({ actor, params }) =>
      db.work(actor, async work => {
        const row = await batchBefore(work, orNotFound(await batchById(work, params.id)))
        return { batch: row ? present(row, texts) : null }
      }),
    attachments: ({ actor, params }) =>
      db.work(actor, async work => (await attachmentsOf(work, params.id)).map(presentAttachment)),
    attachment: async ({ actor, params }) => {
      const { name, type, fileId } = await db.work(actor, async work =>
        orNotFound((await attachmentsOf(work, params.id)).find(file => file.name === params.name)),
      )
      return { name, type, content: files.read(fileId) }
    },
    entityBatches: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchHouses(work, query, query)
        const open = await batchesByIds(
          work,
          page.content.flatMap(({ openId }) => openId ?? []),
        )
        return {
          ...page,
          content: page.content.map(({ entity, openId, closed }) => {
            const row = open.find(({ id }) => id === openId)
            return { entity, openBatch: row ? present(row, texts) : null, closedBatches: closed }
          }),
        }
      }),
    species: () => speciesTree(texts),
    productionTypes: () => [...PRODUCTION_TYPES],
    deathReasons: ({ actor, query }) =>
      db.work(actor, async work => {
        const batch = query.batchId === undefined ? undefined : orNotFound(await batchById(work, query.batchId))
        const species = batch ? (batch.species as SpeciesCode) : query.species // safe: the contract checked it before it was stored
        return deathReasonChoices(work, { species, entityId: batch?.entity_id ?? query.entityId })
      }),
  })
}
