import { BATCH_ATTACHMENTS } from '@steading/contract/production/batches'
import { BOARD_DAYS, BOARD_MOST, tasks } from '@steading/contract/tasks/tasks'
import { BOARD_STATUSES } from '@steading/contract/tasks/transitions'
import type { Notifier } from '../outbox/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { presentAttachment, storeUploads } from '../platform/files/changeAttachments.ts'
import { slice } from '../platform/http/call.ts'
import type { Upload } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { createTaskNotifier } from './notification/taskNotifier.ts'
import { attachmentsOfTask, changeStatus, createTask, editTask, presentTask, presentTaskDetails, removeTask } from './tasks.ts'
import { boardColumn, searchTasks, taskById } from './tasks.sql.ts'
import { templateById } from '../taskTemplates/index.ts'

const DAY = 86_400_000

export const tasksSlice = (world: World, outbox: Pick<Notifier, 'notify'>) => {
  const { db, files } = world
  const notifier = createTaskNotifier(world, outbox)
  const store = { files, maxFiles: BATCH_ATTACHMENTS }
  const uploaded = async (uploads: readonly Upload[]) => ({ store, uploads: await storeUploads(files, uploads) })
  return slice(tasks, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchTasks(work, query, query)
        return { ...page, content: page.content.map(presentTask) }
      }),
    board: ({ actor, query }) =>
      db.work(actor, async work => {
        const columns = []
        for (const status of BOARD_STATUSES) {
          const since = status === 'DONE' ? new Date(work.now.getTime() - BOARD_DAYS * DAY) : null
          const { tasks: found, total } = await boardColumn(work, query, { status, since, most: BOARD_MOST })
          columns.push({ status, tasks: found.map(presentTask), total })
        }
        return columns
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => presentTaskDetails(work, orNotFound(await taskById(work, params.id)))),
    create: async ({ actor, body, files: sent }) => {
      const received = await uploaded(sent)
      return db.work(actor, async work => {
        const isTemplate = async (id: string) => (await templateById(work, id)) !== undefined
        return presentTaskDetails(work, await createTask(work, received, body, { notifier, isTemplate }))
      })
    },
    edit: async ({ actor, params, body, files: sent }) => {
      const received = await uploaded(sent)
      return db.work(actor, async work => presentTaskDetails(work, await editTask(work, received, params.id, body, { notifier })))
    },
    setStatus: ({ actor, params, body }) =>
      db.work(actor, async work => presentTaskDetails(work, await changeStatus(work, params.id, body, { notifier }))),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeTask(work, { store }, params.id, { notifier })
        return {}
      }),
    attachments: ({ actor, params }) =>
      db.work(actor, async work => (await attachmentsOfTask(work, params.id)).map(presentAttachment)),
    attachment: async ({ actor, params }) => {
      const { name, type, fileId } = await db.work(actor, async work =>
        orNotFound((await attachmentsOfTask(work, params.id)).find(file => file.name === params.name)),
      )
      return { name, type, content: files.read(fileId) }
    },
  })
}
