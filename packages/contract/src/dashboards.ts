import { z } from 'zod'
import { byId, DisplayName, Done, Id, Version } from './fields.ts'
import { routes } from './route.ts'
import { WIDGET_TYPES } from './widgets.ts'

/** Of one dashboard. */
export const MOST_WIDGETS = 100

export const WidgetType = z.enum(WIDGET_TYPES)

export const LayoutItem = z.object({
  id: Id,
  x: z.number().int().min(0).max(11),
  y: z.number().int().min(0),
  w: z.number().int().min(1).max(12),
  h: z.number().int().min(1).max(20),
})
export type LayoutItem = z.infer<typeof LayoutItem>

export const Widget = z.object({
  id: Id,
  dashboardId: Id,
  type: WidgetType,
  configs: z.record(z.string(), z.unknown()),
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

export const DashboardWidgets = Dashboard.extend({ widgets: z.record(z.string(), Widget), layout: z.array(LayoutItem) })
export type DashboardWidgets = z.infer<typeof DashboardWidgets>

export const dashboards = routes({
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
  create: {
    method: 'POST',
    path: '/dashboard',
    summary: 'A new dashboard of mine',
    access: 'session',
    body: z.strictObject({ displayName: DisplayName }),
    reply: Dashboard,
  },
  addWidget: {
    method: 'POST',
    path: '/widgets',
    summary: 'Add a widget; it takes the first free place',
    access: 'session',
    multipart: { json: 'request', files: 'files', limits: 'image' },
    body: z.strictObject({ dashboardId: Id, type: WidgetType, configs: z.record(z.string(), z.unknown()) }),
    reply: Widget,
  },
  layout: {
    method: 'PUT',
    path: '/dashboard/:id/layout',
    summary: 'Where the widgets stand',
    access: 'session',
    params: byId,
    body: z.strictObject({ layout: z.array(LayoutItem).max(MOST_WIDGETS), version: Version }),
    reply: Done,
  },
  setDefault: {
    method: 'PUT',
    path: '/entities/:id/defaultDashboard',
    summary: "One of the caller's own dashboards, at the version that is said, becomes the entity's default",
    access: 'entities.default_dashboard',
    params: byId,
    body: z.strictObject({ dashboardId: Id, version: Version }),
    reply: Dashboard,
    refusals: ['CANNOT_UPDATE_ENTITY_ALREADY_HAS_DEFAULT_DASHBOARD'],
  },
  removeDefault: {
    method: 'DELETE',
    path: '/entities/:id/defaultDashboard',
    summary: "The entity's default dashboard becomes one of the caller's own",
    access: 'entities.default_dashboard',
    params: byId,
    reply: Dashboard,
    refusals: ['ENTITY_DOES_NOT_HAS_DEFAULT_DASHBOARD'],
  },
})
