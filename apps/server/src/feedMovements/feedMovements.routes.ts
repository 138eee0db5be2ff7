import { feedMovements } from '@steading/contract/production/feedMovements'
import type { PageQuery } from '@steading/contract/http/paging'
import { BATCH_ATTACHMENTS } from '@steading/contract/production/batches'
import { batchById, productionAttachments } from '../batches/index.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { presentAttachment, storeUploads } from '../platform/files/changeAttachments.ts'
import { slice } from '../platform/http/call.ts'
import type { Upload } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { feedSums } from './aggregation.ts'
import { confirmDelivery, deliveryMatches, matchDelivery } from './deliveries.ts'
import { attachmentId, createMovement, createMovements, editMovement, present, removeMovement } from './feedMovements.ts'
import { lastMovementOfEachType, movementById, searchMovements } from './feedMovements.sql.ts'
import type { FeedMovementRow, MovementFilter } from './feedMovements.sql.ts'

export const feedMovementsSlice = (world: World) => {
  const { db, files } = world
  const uploaded = async (uploads: readonly Upload[]) => ({
    store: { files, maxFiles: BATCH_ATTACHMENTS },
    uploads: await storeUploads(files, uploads),
  })
  const attachmentsOf = async (work: UnitOfWork, rows: readonly FeedMovementRow[]) =>
    rows.length === 0 ? [] : productionAttachments(work, 'feed_movement_id', rows.map(attachmentId))
  const presentAll = async (work: UnitOfWork, rows: readonly FeedMovementRow[]) => {
    const attachments = await attachmentsOf(work, rows)
    return rows.map(row => present(work, row, attachments))
  }
  const presentOne = async (work: UnitOfWork, row: FeedMovementRow) => present(work, row, await attachmentsOf(work, [row]))
  const readPage = (actor: Actor, query: PageQuery & MovementFilter) =>
    db.work(actor, async work => {
      const page = await searchMovements(work, query, query)
      return { ...page, content: await presentAll(work, page.content) }
    })
  return slice(feedMovements, {
    list: ({ actor, query }) => readPage(actor, query),
    search: ({ actor, query }) => readPage(actor, query),
    aggregation: ({ actor, query }) => db.work(actor, work => feedSums(work, query)),
    lastOfEachType: ({ actor, params }) =>
      db.work(actor, async work => {
        const batch = orNotFound(await batchById(work, params.id))
        return presentAll(work, await lastMovementOfEachType(work, batch.id))
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => presentOne(work, orNotFound(await movementById(work, params.id)))),
    create: async ({ actor, body, files: uploads, once }) => {
      const attachments = await uploaded(uploads)
      return db.work(actor, work =>
        once(work, async () => presentOne(work, await createMovement(work, world, body, attachments))),
      )
    },
    createMany: ({ actor, body, once }) =>
      db.work(actor, work => once(work, async () => presentAll(work, await createMovements(work, world, body.movements)))),
    edit: async ({ actor, params, body, files: uploads }) => {
      const attachments = await uploaded(uploads)
      return db.work(actor, async work => presentOne(work, await editMovement(work, world, params.id, body, attachments)))
    },
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeMovement(work, world, params.id)
        return {}
      }),
    attachments: ({ actor, params }) =>
      db.work(actor, async work => {
        const row = orNotFound(await movementById(work, params.id))
        return (await attachmentsOf(work, [row])).map(presentAttachment)
      }),
    attachment: async ({ actor, params }) => {
      const { name, type, fileId } = await db.work(actor, async work => {
        const row = orNotFound(await movementById(work, params.id))
        return orNotFound((await attachmentsOf(work, [row])).find(file => file.name === params.name))
      })
      return { name, type, content: files.read(fileId) }
    },
    searchAutomatic: ({ actor, query }) => readPage(actor, { ...query, isDetected: true }),
    automaticMatches: ({ actor, params }) =>
      db.work(actor, async work => presentAll(work, await deliveryMatches(work, params.id))),
    matchAutomatic: ({ actor, params, body }) =>
      db.work(actor, async work => presentOne(work, await matchDelivery(work, world, params.id, body))),
    confirmAutomatic: ({ actor, params, body }) =>
      db.work(actor, async work => presentOne(work, await confirmDelivery(work, world, params.id, body))),
  })
}
