import { animalMovements } from '@steading/contract/production/animalMovements'
import type { PageQuery } from '@steading/contract/http/paging'
import { BATCH_ATTACHMENTS } from '@steading/contract/production/batches'
import { productionAttachments } from '../batches/index.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { presentAttachment, storeUploads } from '../platform/files/changeAttachments.ts'
import { slice } from '../platform/http/call.ts'
import type { Upload } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { animalSums } from './aggregation.ts'
import { attachmentId, createMovement, editMovement, present, removeMovement } from './animalMovements.ts'
import { movementById, searchMovements } from './animalMovements.sql.ts'
import type { AnimalMovementRow, MovementFilter } from './animalMovements.sql.ts'
import { balanceOf } from './balance.ts'

export const animalMovementsSlice = (world: World) => {
  const { db, files } = world
  const uploaded = async (uploads: readonly Upload[]) => ({
    store: { files, maxFiles: BATCH_ATTACHMENTS },
    uploads: await storeUploads(files, uploads),
  })
  const attachmentsOf = async (work: UnitOfWork, rows: readonly AnimalMovementRow[]) =>
    rows.length === 0 ? [] : productionAttachments(work, 'animal_movement_id', rows.map(attachmentId))
  const presentOne = async (work: UnitOfWork, row: AnimalMovementRow) => present(work, row, await attachmentsOf(work, [row]))
  const readPage = (actor: Actor, query: PageQuery & MovementFilter) =>
    db.work(actor, async work => {
      const page = await searchMovements(work, query, query)
      const attachments = await attachmentsOf(work, page.content)
      return { ...page, content: page.content.map(row => present(work, row, attachments)) }
    })
  return slice(animalMovements, {
    list: ({ actor, query }) => readPage(actor, query),
    search: ({ actor, query }) => readPage(actor, query),
    aggregation: ({ actor, query }) => db.work(actor, work => animalSums(work, query)),
    balance: ({ actor, query }) => db.work(actor, work => balanceOf(work, query)),
    details: ({ actor, params }) =>
      db.work(actor, async work => presentOne(work, orNotFound(await movementById(work, params.id)))),
    create: async ({ actor, body, files: uploads, once }) => {
      const attachments = await uploaded(uploads)
      return db.work(actor, work =>
        once(work, async () => presentOne(work, await createMovement(work, world, body, attachments))),
      )
    },
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
  })
}
