import { dashboards } from '@steading/contract/widgets/dashboards'
import type { Configs } from '@steading/contract/widgets/definition'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { systemActor } from '../platform/actor.ts'
import { NotFound } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { mustArrange } from './arrangement.ts'
import * as boards from './dashboards.ts'
import { present, withWidgets } from './dashboards.ts'
import { arrange, saveDraft } from './draft.ts'
import { housesOf } from './houses.ts'
import { isSigned } from './pictures.ts'
import { createPublicLink, presentPublicLinks, revokePublicLinks, showsWidget } from './publicLinks.ts'
import * as widgets from './widgets.ts'
import { pictureContent } from './widgets.sql.ts'
import { makeDefault, takeDefault } from './default.ts'
import { dashboardById, defaultDashboard, homepageId, listDashboards } from './dashboards.sql.ts'

const system = systemActor('picture')

export const dashboardsSlice = (world: World) => {
  const { db, secrets, clock, bus, config } = world
  const mustEmbedOther = (configs: Configs, at?: string) => widgets.mustEmbedOther(configs, config.PUBLIC_URL, at)
  const linksChanged = (work: UnitOfWork, dashboardId: string) =>
    work.afterCommit(() => bus.emit('publicLinks.changed', { dashboardId }))
  return slice(dashboards, {
    list: ({ actor }) => db.work(actor, async work => (await listDashboards(work)).map(row => present(row, work))),
    favourites: ({ actor }) =>
      db.work(actor, async work => (await listDashboards(work)).filter(row => row.favourite).map(row => present(row, work))),
    homepage: ({ actor }) =>
      db.work(actor, async work => {
        const chosen = await homepageId(work)
        const row = (chosen && (await dashboardById(work, chosen.dashboard_id))) ?? (await defaultDashboard(work))
        return row ? present(row, work) : null
      }),
    widgets: ({ actor, params }) =>
      db.work(actor, async work => withWidgets(work, secrets, orNotFound(await dashboardById(work, params.id)))),
    houses: ({ actor, params, query }) =>
      db.work(actor, async work => housesOf(work, orNotFound(await dashboardById(work, params.id)), query)),
    info: ({ actor, params }) => db.work(actor, async work => present(orNotFound(await dashboardById(work, params.id)), work)),
    create: ({ actor, body }) =>
      db.work(actor, async work => present(await boards.createDashboard(work, body.displayName), work)),
    edit: ({ actor, params, body }) =>
      db.work(actor, async work => present(await boards.editDashboard(work, params.id, body), work)),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await boards.removeDashboard(work, params.id)
        linksChanged(work, params.id)
        return {}
      }),
    copy: ({ actor, params }) => db.work(actor, async work => present(await boards.copyDashboard(work, params.id), work)),
    tree: ({ actor, params }) => db.work(actor, work => boards.dashboardTree(work, params.id)),
    setHomepage: ({ actor, body }) =>
      db.work(actor, async work => {
        await boards.chooseHomepage(work, body.dashboardId)
        return {}
      }),
    addFavourite: ({ actor, body }) =>
      db.work(actor, async work => {
        await boards.chooseFavourite(work, body.dashboardId, true)
        return {}
      }),
    removeFavourite: ({ actor, body }) =>
      db.work(actor, async work => {
        await boards.chooseFavourite(work, body.dashboardId, false)
        return {}
      }),
    removeFavouriteById: ({ actor, params }) =>
      db.work(actor, async work => {
        await boards.chooseFavourite(work, params.id, false)
        return {}
      }),
    addWidget: ({ actor, body, files }) =>
      db.work(actor, async work => {
        mustEmbedOther(body.configs)
        return widgets.widgetDetails(work, secrets, await widgets.addWidget(work, { ...body, uploads: files }))
      }),
    editWidget: ({ actor, params, body, files }) =>
      db.work(actor, async work => {
        mustEmbedOther(body.configs)
        await widgets.editWidget(work, params.id, { ...body, uploads: files })
        return widgets.widgetDetails(work, secrets, params.id)
      }),
    removeWidget: ({ actor, params }) =>
      db.work(actor, async work => {
        await widgets.removeWidget(work, params.id)
        return {}
      }),
    removeWidgetOf: ({ actor, params }) =>
      db.work(actor, async work => {
        await widgets.removeWidget(work, params.id, params.dashboard)
        return {}
      }),
    duplicateWidget: ({ actor, body }) =>
      db.work(actor, async work => widgets.widgetDetails(work, secrets, await widgets.duplicateWidget(work, body))),
    saveDraft: ({ actor, params, body, files }) =>
      db.work(actor, async work => {
        for (const part of ['added', 'edited'] as const)
          for (const [index, { configs }] of body[part].entries()) mustEmbedOther(configs, `${part}.${index}.configs`)
        await saveDraft(work, { ...params, ...body }, files)
        return withWidgets(work, secrets, orNotFound(await dashboardById(work, params.id)))
      }),
    image: async ({ params, query }) => {
      if (!isSigned(secrets, clock.now(), { ...params, ...query })) throw new NotFound()
      if (query.link !== undefined && !(await showsWidget(world, query.link, params.widgetId))) throw new NotFound()
      const picture = orNotFound(await db.work(system, work => pictureContent(work, params.widgetId, params.name)))
      return { name: params.name, type: picture.type, content: picture.content }
    },
    publicLinks: ({ actor, params }) =>
      db.work(actor, async work => {
        mustArrange(work, orNotFound(await dashboardById(work, params.id)))
        return presentPublicLinks(work, params.id)
      }),
    createPublicLink: ({ actor, params, body }) =>
      db.work(actor, async work => {
        const row = orNotFound(await dashboardById(work, params.id))
        mustArrange(work, row)
        const link = await createPublicLink(work, params.id, body)
        linksChanged(work, params.id)
        const created = orNotFound((await presentPublicLinks(work, params.id)).find(({ kind }) => kind === body.kind))
        await boards.auditPublicLink(work, row, { old: null, new: body.kind }, created.turn)
        return { ...created, link }
      }),
    revokePublicLink: ({ actor, params, query }) =>
      db.work(actor, async work => {
        const row = orNotFound(await dashboardById(work, params.id))
        mustArrange(work, row)
        await revokePublicLinks(work, row, query.kind)
        linksChanged(work, params.id)
        return {}
      }),
    layout: ({ actor, params, body }) =>
      db.work(actor, async work => {
        await arrange(work, { ...params, ...body })
        return {}
      }),
    setDefault: ({ actor, params, body }) =>
      db.work(actor, async work => {
        await makeDefault(work, params.id, body)
        linksChanged(work, body.dashboardId)
        return present(orNotFound(await dashboardById(work, body.dashboardId)), work)
      }),
    removeDefault: ({ actor, params }) =>
      db.work(actor, async work => {
        const id = await takeDefault(work, params.id)
        linksChanged(work, id)
        return present(orNotFound(await dashboardById(work, id)), work)
      }),
  })
}
