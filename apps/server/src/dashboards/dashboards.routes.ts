import { dashboards } from '@steading/contract/dashboards'
import { found } from '../platform/database/work.ts'
import { made } from '../platform/differences.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { addWidget, arrange, present, withWidgets } from './dashboards.ts'
import { makeDefault, takeDefault } from './default.ts'
import { dashboardById, defaultDashboard, homepageId, insertDashboard, listDashboards } from './dashboards.sql.ts'

export const dashboardsSlice = ({ db }: World) =>
  slice(dashboards, {
    list: ({ actor }) => db.work(actor, async work => (await listDashboards(work)).map(row => present(row, work))),
    favourites: ({ actor }) =>
      db.work(actor, async work => (await listDashboards(work)).filter(row => row.favourite).map(row => present(row, work))),
    homepage: ({ actor }) =>
      db.work(actor, async work => {
        const chosen = await homepageId(work)
        const row = (chosen && (await dashboardById(work, chosen.dashboard_id))) ?? (await defaultDashboard(work))
        return row ? present(row, work) : null
      }),
    widgets: ({ actor, params }) => db.work(actor, async work => withWidgets(work, found(await dashboardById(work, params.id)))),
    info: ({ actor, params }) => db.work(actor, async work => present(found(await dashboardById(work, params.id)), work)),
    create: ({ actor, body }) =>
      db.work(actor, async work => {
        const id = await insertDashboard(work, { entityId: actor.entityId!, userId: actor.id, displayName: body.displayName })
        await work.audit({
          action: 'CREATE',
          objectType: 'dashboard',
          objectId: id,
          objectName: body.displayName,
          entityId: actor.entityId,
          changes: made({ displayName: body.displayName }),
        })
        return present(found(await dashboardById(work, id)), work)
      }),
    addWidget: ({ actor, body }) => db.work(actor, work => addWidget(work, body)),
    layout: ({ actor, params, body }) =>
      db.work(actor, async work => {
        await arrange(work, { ...params, ...body })
        return {}
      }),
    setDefault: ({ actor, params, body }) =>
      db.work(actor, async work => {
        await makeDefault(work, params.id, body)
        return present(found(await dashboardById(work, body.dashboardId)), work)
      }),
    removeDefault: ({ actor, params }) =>
      db.work(actor, async work => present(found(await dashboardById(work, await takeDefault(work, params.id))), work)),
  })
