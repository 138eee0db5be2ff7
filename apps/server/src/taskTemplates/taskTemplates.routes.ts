import { taskTemplates } from '@steading/contract/tasks/taskTemplates'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { createTemplate, editTemplate, judgeTemplate, presentTemplate, removeTemplate } from './taskTemplates.ts'
import { searchTemplates, templateById } from './taskTemplates.sql.ts'

/** `hasUnfinishedTasks`: of a template; tasks stand above it. */
export const taskTemplatesSlice = (
  { db }: World,
  hasUnfinishedTasks: (work: UnitOfWork, templateId: string) => Promise<boolean>,
) =>
  slice(taskTemplates, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchTemplates(work, query, query)
        return { ...page, content: page.content.map(presentTemplate) }
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => presentTemplate(orNotFound(await templateById(work, params.id)))),
    create: ({ actor, body }) => db.work(actor, async work => presentTemplate(await createTemplate(work, body))),
    edit: ({ actor, params, body }) => db.work(actor, async work => presentTemplate(await editTemplate(work, params.id, body))),
    submit: ({ actor, params, body }) =>
      db.work(actor, async work => presentTemplate(await judgeTemplate(work, params.id, 'SUBMIT', body))),
    approve: ({ actor, params, body }) =>
      db.work(actor, async work => presentTemplate(await judgeTemplate(work, params.id, 'APPROVE', body))),
    reject: ({ actor, params, body }) =>
      db.work(actor, async work => presentTemplate(await judgeTemplate(work, params.id, 'REJECT', body))),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeTemplate(work, params.id, hasUnfinishedTasks)
        return {}
      }),
  })
