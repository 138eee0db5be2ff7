import { apiAccess } from '@steading/contract/apiAccess/apiAccess'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { createApiAccess, editApiAccess, present, presentDetails, removeApiAccess, rotateSecret } from './apiAccess.ts'
import { apiAccessById, searchApiAccess } from './apiAccess.sql.ts'

export const apiAccessSlice = ({ db }: World) =>
  slice(apiAccess, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchApiAccess(work, query)
        return { ...page, content: page.content.map(row => present(row, actor)) }
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => presentDetails(orNotFound(await apiAccessById(work, params.id)), actor)),
    create: ({ actor, body }) =>
      db.work(actor, async work => {
        const { row, secret } = await createApiAccess(work, body)
        return { ...presentDetails(row, actor), secret }
      }),
    edit: ({ actor, params, body }) =>
      db.work(actor, async work => presentDetails(await editApiAccess(work, params.id, body), actor)),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeApiAccess(work, params.id)
        return {}
      }),
    rotateSecret: ({ actor, params }) =>
      db.work(actor, async work => {
        const { row, secret } = await rotateSecret(work, params.id)
        return { ...presentDetails(row, actor), secret }
      }),
  })
