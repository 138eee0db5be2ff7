import { publicDashboards } from '@steading/contract/widgets/publicDashboards'
import type { Widget } from '@steading/contract/widgets/dashboards'
import { widgetById } from '../dashboards/index.ts'
import { streamQuota, switchboard } from '../live/index.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { chartSeries, lastAggregates, lastReadings } from '../readings/index.ts'
import type { Journal } from '../readings/index.ts'
import { chartWidgetSeries, configsOf, consumptionOfWidget, milkOfWidget, siloOfWidget } from '../widgetData/index.ts'
import { publicContent } from './content.ts'
import { mustReadInterfaces, publicDashboard, publicInterfaces, publicTurn, shownInterfaces } from './publicDashboards.ts'
import { watchLink } from './watch.ts'

/** Open pages of a link that are watched at once; further ones find out within a minute. */
const MAX_PAGES = 100

export function publicDashboardsSlice(world: World, journal: Pick<Journal, 'last'>) {
  const { db, config, secrets } = world
  const retention = config.RETENTION
  const quota = streamQuota(MAX_PAGES)
  const board = switchboard(world.bus)
  /** What a widget of interfaces of the public dashboard shows. @throws NotFound for any other widget */
  const ofWidget = async <T>(
    actor: Actor,
    id: string,
    house: string | undefined,
    show: (work: UnitOfWork, widget: Pick<Widget, 'id' | 'type' | 'configs'>) => Promise<T>,
  ) => {
    mustReadInterfaces(actor)
    return db.work(actor, async work => show(work, orNotFound(await widgetById(work, id, house))))
  }

  const shown = async (actor: Actor) => ({
    ...(await db.work(actor, work => publicDashboard(work, secrets))),
    turn: await publicTurn(world, actor),
  })

  return slice(publicDashboards, {
    widgets: ({ actor }) => shown(actor),
    info: ({ actor }) => shown(actor),
    watch: ({ actor, signal }) => {
      const link = orNotFound(actor.publicLink)
      quota.take(link.id, signal)
      return watchLink(world, board, link, { signal })
    },
    interfaces: ({ actor, query }) => db.work(actor, work => publicInterfaces(work, secrets, query.ids)),
    last: ({ actor, body }) =>
      db.work(actor, async work => lastReadings(work, journal, await shownInterfaces(work, secrets, body.interfaceIds))),
    lastAggregate: ({ actor, body }) =>
      db.work(actor, async work => {
        const interfaceIds = await shownInterfaces(work, secrets, body.interfaceIds)
        return lastAggregates(work, journal, { ...body, interfaceIds })
      }),
    chartSeries: ({ actor, query }) =>
      db.work(actor, async work => {
        const interfaceIds = await shownInterfaces(work, secrets, query.interfaceIds ?? [])
        return chartSeries(work, retention, { ...query, interfaceIds })
      }),
    series: ({ actor, params, query }) =>
      ofWidget(actor, params.id, query.house, (work, widget) => chartWidgetSeries(work, retention, widget, query)),
    consumption: ({ actor, params, query }) =>
      ofWidget(actor, params.id, query.house, (work, widget) =>
        consumptionOfWidget(work, retention, configsOf(widget, 'CONSUMPTION')),
      ),
    silo: ({ actor, params, query }) =>
      ofWidget(actor, params.id, query.house, (work, widget) => siloOfWidget(work, retention, configsOf(widget, 'SILO'))),
    content: async ({ actor, params }) =>
      publicContent(world, actor, await db.work(actor, async work => orNotFound(await widgetById(work, params.id)))),
    milk: ({ actor, params, query }) =>
      ofWidget(actor, params.id, query.house, (work, widget) => milkOfWidget(work, retention, configsOf(widget, 'MILK'))),
  })
}
