import { z } from 'zod'
import { Interface } from '../devices/interfaceShapes.ts'
import { ReadingMessage } from '../devices/live.ts'
import { LastAggregate, LastReading, readings, Series } from '../devices/readings.ts'
import { Severity } from '../events/kinds.ts'
import { byId, Id, many, Stamp } from '../http/fields.ts'
import { routes } from '../http/route.ts'
import { Dashboard, DashboardWidgets, PublicLinkKind } from './dashboards.ts'
import { House } from './houses.ts'
import { PublicContent } from './publicContent.ts'
import { widgetData } from './widgetData.ts'

/** 128 random bits, base64url; behind a dot the dashboard that is asked for, of those that a kiosk shows in turn. */
const Link = z.string().regex(/^[\w-]{22}(\.\d{1,19})?$/, 'format')
const byLink = z.object({ id: Link })

/** A dashboard as its public link shows it. */
const shown = {
  kind: PublicLinkKind,
  language: z.string(),
  /** Of the dashboard's entity (IANA): days begin and times are said by it. */
  timeZone: z.string(),
  /** Dashboards that a kiosk shows in turn, this one included; `alarm`: the worst open one of what each shows, and where it is. */
  turn: z.array(z.object({ id: Id, displayName: z.string(), alarm: Severity.nullable(), alarmPlace: z.string().nullable() })),
}
export const PublicDashboard = Dashboard.pick({ id: true, displayName: true, subtitle: true }).extend(shown)
export const PublicDashboardWidgets = DashboardWidgets.pick({
  id: true,
  displayName: true,
  subtitle: true,
  widgets: true,
  layout: true,
}).extend({
  ...shown,
  /** What it may show where its widgets name sensors of the house; else none. */
  houses: z.array(House),
})
export type PublicDashboardWidgets = z.infer<typeof PublicDashboardWidgets>

/** A message of the stream of a public link; `alive`: the link was checked again. */
export const PublicMessage = z.discriminatedUnion('type', [z.object({ type: z.literal('alive'), atUtc: Stamp }), ReadingMessage])
export type PublicMessage = z.infer<typeof PublicMessage>

/** What a public dashboard asks: each call serves only what the dashboard of its link shows. */
export const publicDashboards = routes({
  widgets: {
    method: 'GET',
    path: '/public-dashboard/:id/true',
    summary: 'A public dashboard with its widgets and layout; the id is the link',
    access: 'link',
    linkParameter: 'id',
    params: byLink,
    reply: PublicDashboardWidgets,
  },
  info: {
    method: 'GET',
    path: '/public-dashboard/:id/false',
    summary: 'A public dashboard; the id is the link',
    access: 'link',
    linkParameter: 'id',
    params: byLink,
    reply: PublicDashboard,
  },
  watch: {
    method: 'GET',
    path: '/public-dashboard/watch',
    summary: 'Values of the public dashboard as they are measured; ends when the link is dead (server-sent events)',
    access: 'link',
    reply: { stream: PublicMessage },
  },
  interfaces: {
    method: 'GET',
    path: '/interfaces/public',
    summary: 'Interfaces that the public dashboard shows: all of them, or those with these ids',
    access: 'link',
    query: z.object({ ids: many(Id).optional() }),
    reply: z.array(Interface),
  },
  last: {
    method: 'POST',
    path: '/widgets/public/last_readings',
    summary: 'Last values of interfaces that the public dashboard shows',
    access: 'link',
    body: readings.lastByBody.body,
    reply: z.array(LastReading),
  },
  lastAggregate: {
    method: 'POST',
    path: '/interfaces/public/readings/last-aggregate',
    summary: 'Last value, and min, max, avg, sum since local midnight, of interfaces that the public dashboard shows',
    access: 'link',
    body: readings.lastAggregate.body,
    reply: z.array(LastAggregate),
  },
  chartSeries: {
    method: 'GET',
    path: '/widgets/public/chart_series_readings',
    summary: 'Series of interfaces that the public dashboard shows',
    access: 'link',
    query: readings.series.query,
    reply: z.array(Series),
  },
  series: { ...widgetData.series, path: '/widgets/public/chart_series_readings/:id', access: 'link' },
  consumption: { ...widgetData.consumption, path: '/widgets/public/consumption/:id', access: 'link' },
  silo: { ...widgetData.silo, path: '/widgets/public/siloInfo/:id', access: 'link' },
  content: {
    method: 'GET',
    path: '/widgets/public/content/:id',
    summary:
      "What a counter, a map, rule groups, a batch widget or a list of the public dashboard shows, as far as the link's creator sees it now",
    access: 'link',
    params: byId,
    reply: PublicContent,
  },
  milk: { ...widgetData.milk, path: '/widgets/public/milk/:id', access: 'link' },
})
