import { roles } from '@steading/contract/users/roles'
import { isEntityInReach } from '../entities/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { NotFound } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { createRole, editRole, holdsAll, present, presentDetails, removeRole } from './roles.ts'
import { listRoles, roleById, rolesAt, searchRoles } from './roles.sql.ts'

export const rolesSlice = ({ db }: World) =>
  slice(roles, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchRoles(work, query)
        return { ...page, content: page.content.map(row => present(row, actor)) }
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => presentDetails(orNotFound(await roleById(work, params.id)), actor)),
    create: ({ actor, body }) => db.work(actor, async work => presentDetails(await createRole(work, body), actor)),
    edit: ({ actor, params, body }) => db.work(actor, async work => presentDetails(await editRole(work, params.id, body), actor)),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeRole(work, params.id)
        return {}
      }),
    atEntity: ({ actor, params }) =>
      db.work(actor, async work => {
        if (!(await isEntityInReach(work, params.id))) throw new NotFound()
        const rows = await work.withSystemScope(systemWork => rolesAt(systemWork, params.id))
        return rows.map(({ id, name, permissions }) => ({ id, name, grantable: holdsAll(actor, permissions) }))
      }),
    list: ({ actor }) => db.work(actor, listRoles),
  })
