import { z } from 'zod'
import { Audited, byId, Id } from '../http/fields.ts'
import { routes } from '../http/route.ts'
import { WIDGET_TYPES } from './typeNames.ts'

export const WidgetType = z.enum(WIDGET_TYPES)

/** The last row where a widget may begin, from 0. */
export const LAST_ROW = 2000

export const LayoutItem = z.object({
  id: Id,
  x: z.number().int().min(0).max(11),
  y: z.number().int().min(0).max(LAST_ROW),
  w: z.number().int().min(1).max(12),
  h: z.number().int().min(1).max(20),
})
export type LayoutItem = z.infer<typeof LayoutItem>

/** A picture of a widget; `url`: signed, good for five minutes. */
export const WidgetFile = z.object({ name: z.string(), type: z.string(), size: z.number().int(), url: z.string() })
export type WidgetFile = z.infer<typeof WidgetFile>

/** What is configured, beside rowIndex, columnIndex, widgetWidth and widgetHeight: y, x, w, h of its place. */
export const WidgetConfigs = z.record(z.string(), z.unknown())

export const Widget = z.object({
  id: Id,
  dashboardId: Id,
  type: WidgetType,
  /** With its defaults; as it was stored where it no longer holds. */
  configs: WidgetConfigs,
  /** The configuration does not hold in this version: it is to be repaired. */
  isBroken: z.boolean(),
  files: z.array(WidgetFile),
})
export type Widget = z.infer<typeof Widget>

export const Dashboard = z.object({
  id: Id,
  displayName: z.string(),
  subtitle: z.string().nullable(),
  favourite: z.boolean(),
  homepage: z.boolean(),
  own: z.boolean(),
  /** `way`: the entities from the top that one sees down to it, itself included. */
  entity: z.object({ id: Id, displayName: z.string(), way: z.array(Id) }).nullable(),
  /** Whether I may arrange it: my own, or that of an entity whose defaults I keep. */
  mayArrange: z.boolean(),
  version: z.number().int(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const DashboardWidgets = Dashboard.extend({
  ...Audited.pick({ lastUpdatedBy: true, lastUpdateTimestampUtc: true }).shape,
  widgets: z.record(z.string(), Widget),
  layout: z.array(LayoutItem),
})
export type DashboardWidgets = z.infer<typeof DashboardWidgets>

/** What every visit asks of dashboards; the rest of their contract is for those who change them. */
export const dashboardViews = routes({
  list: {
    method: 'GET',
    path: '/dashboard/list',
    summary: 'Dashboards that I can see',
    access: 'session',
    reply: z.array(Dashboard),
  },
  favourites: {
    method: 'GET',
    path: '/dashboard/favourites',
    summary: 'My favourites',
    access: 'session',
    reply: z.array(Dashboard),
  },
  homepage: {
    method: 'GET',
    path: '/dashboard/homepage',
    summary: 'My homepage, else the default of my entity',
    access: 'session',
    reply: Dashboard.nullable(),
  },
  widgets: {
    method: 'GET',
    path: '/dashboard/:id/true',
    summary: 'A dashboard with its widgets and layout',
    access: 'session',
    params: byId,
    reply: DashboardWidgets,
  },
  info: {
    method: 'GET',
    path: '/dashboard/:id/false',
    summary: 'A dashboard',
    access: 'session',
    params: byId,
    reply: Dashboard,
  },
})
