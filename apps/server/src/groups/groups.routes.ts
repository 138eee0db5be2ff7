import { groups } from '@steading/contract/entities/groups'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { createGroup, editGroup, present, removeGroup, setMembers } from './groups.ts'
import { searchGroups } from './groups.sql.ts'

export const groupsSlice = ({ db }: World) =>
  slice(groups, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchGroups(work, query, query)
        return { ...page, content: page.content.map(present) }
      }),
    create: ({ actor, body }) => db.work(actor, async work => present(await createGroup(work, body))),
    edit: ({ actor, params, body }) => db.work(actor, async work => present(await editGroup(work, params.id, body))),
    setRules: ({ actor, params, body }) => db.work(actor, async work => present(await setMembers(work, params.id, body))),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeGroup(work, params.id)
        return {}
      }),
  })
