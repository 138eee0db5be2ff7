import { z } from 'zod'
import { EntityRef } from '../entities/entityRef.ts'
import { byId, DisplayName, Done, Id, LabelledText, Stamp, Version, whole, Who } from '../http/fields.ts'
import { routes } from '../http/route.ts'
import { Dashboard, DashboardWidgets, dashboardViews, LayoutItem, Widget, WidgetConfigs, WidgetType } from './dashboardViews.ts'
import { dashboardHouses } from './houses.ts'

export * from './dashboardViews.ts'

/** Of one dashboard. */
export const MOST_WIDGETS = 100

/** Dashboards that a kiosk shows in turn at most, that of the link included. */
export const MOST_IN_TURN = 12

export const PUBLIC_LINK_KINDS = ['PUBLIC', 'KIOSK'] as const
export const PublicLinkKind = z.enum(PUBLIC_LINK_KINDS)
/** A link that shows a dashboard without a session; a kiosk fills the screen. */
export const PublicLink = z.object({
  kind: PublicLinkKind,
  includesAll: z.boolean(),
  /** Sensors of the house are shown, of every house: the dashboard named some when the link was made. */
  showsHouses: z.boolean(),
  createdBy: Who.nullable(),
  createdUtc: Stamp,
  /** Dashboards that a kiosk shows in turn with this one. */
  turn: z.array(z.object({ id: Id, displayName: z.string() })),
})
export type PublicLink = z.infer<typeof PublicLink>

/** A widget that a draft adds; its temporary id stands in the layout. */
const NewWidget = z.strictObject({
  id: z.string().regex(/^new-\d{1,6}$/, 'format'),
  type: WidgetType,
  configs: WidgetConfigs,
  /** A widget of the same dashboard whose pictures it takes over. */
  copyOf: Id.optional(),
})
const byDashboardId = z.strictObject({ dashboardId: Id })

/** A part of the tree in reach, with the default dashboard of each entity. */
export const DashboardTree = z.array(
  z.object({
    entity: EntityRef,
    /** The entity that it hangs on, where that is in reach. */
    parentId: Id.nullable(),
    dashboard: z.object({ id: Id, displayName: z.string() }).nullable(),
  }),
)
export type DashboardTree = z.infer<typeof DashboardTree>

export const dashboards = routes({
  ...dashboardViews,
  ...dashboardHouses,
  create: {
    method: 'POST',
    path: '/dashboard',
    summary: 'A new dashboard of mine',
    access: 'session',
    body: z.strictObject({ displayName: DisplayName }),
    reply: Dashboard,
  },
  edit: {
    method: 'PUT',
    path: '/dashboard/:id',
    summary: 'Name and subtitle of a dashboard',
    access: 'session',
    params: byId,
    body: z.strictObject({ displayName: DisplayName, subtitle: LabelledText.nullable().default(null), version: Version }),
    reply: Dashboard,
  },
  remove: {
    method: 'DELETE',
    path: '/dashboard/:id',
    summary: 'Delete a dashboard with its widgets',
    access: 'session',
    params: byId,
    reply: Done,
  },
  copy: {
    method: 'POST',
    path: '/dashboard/copy/:id',
    summary: "A copy of a dashboard that the caller sees becomes one of the caller's own",
    access: 'session',
    params: byId,
    reply: Dashboard,
  },
  tree: {
    method: 'GET',
    path: '/dashboard/:id/tree',
    summary:
      "The entities in reach below a dashboard's entity, or below the entity of this id, each with its dashboard; at most 1,000",
    access: 'session',
    params: byId,
    reply: DashboardTree,
  },
  setHomepage: {
    method: 'PUT',
    path: '/dashboard/homepage',
    summary: 'The dashboard that the caller sees first; null: the default of the entity',
    access: 'session',
    body: z.strictObject({ dashboardId: Id.nullable() }),
    reply: Done,
  },
  addFavourite: {
    method: 'PUT',
    path: '/dashboard/favourites/add',
    summary: 'A favourite of the caller',
    access: 'session',
    body: byDashboardId,
    reply: Done,
  },
  removeFavourite: {
    method: 'PUT',
    path: '/dashboard/favourites/remove',
    summary: 'No longer a favourite of the caller',
    access: 'session',
    body: byDashboardId,
    reply: Done,
  },
  removeFavouriteById: {
    method: 'DELETE',
    path: '/dashboard/favourites/:id',
    summary: 'No longer a favourite of the caller',
    access: 'session',
    params: byId,
    reply: Done,
  },
  addWidget: {
    method: 'POST',
    path: '/widgets',
    summary: 'Add a widget; without a place of its own it takes the first free one',
    access: 'session',
    multipart: { json: 'request', files: 'files', limits: 'image' },
    body: z.strictObject({ dashboardId: Id, type: WidgetType, configs: WidgetConfigs }),
    reply: Widget,
  },
  editWidget: {
    method: 'PUT',
    path: '/widgets/:id',
    summary:
      'The configuration of a widget, at the version of its dashboard that is said; its pictures stay where no file is sent',
    access: 'session',
    params: byId,
    multipart: { json: 'request', files: 'files', limits: 'image' },
    body: z.strictObject({ configs: WidgetConfigs, version: Version }),
    reply: Widget,
  },
  removeWidget: {
    method: 'DELETE',
    path: '/widgets/:id',
    summary: 'Delete a widget',
    access: 'session',
    params: byId,
    reply: Done,
  },
  removeWidgetOf: {
    method: 'DELETE',
    path: '/widgets/:dashboard/:id',
    summary: 'Delete a widget of a dashboard',
    access: 'session',
    params: byId.extend({ dashboard: Id }),
    reply: Done,
  },
  duplicateWidget: {
    method: 'POST',
    path: '/widgets/duplicate',
    summary: 'A second widget like this one, at the first free place',
    access: 'session',
    body: z.strictObject({ dashboardId: Id, widgetId: Id }),
    reply: Widget,
  },
  saveDraft: {
    method: 'PUT',
    path: '/dashboard/:id/widgets',
    summary: 'All of an arranged dashboard at once: its layout with the widgets that are added, changed and left out',
    access: 'session',
    params: byId,
    multipart: { json: 'request', files: 'files', limits: 'pictures' },
    body: z.strictObject({
      version: Version,
      /** By the ids of the widgets that stay, and the temporary ones of those that are added; the others are deleted. */
      layout: z.array(LayoutItem.extend({ id: z.union([Id, NewWidget.shape.id]) })).max(MOST_WIDGETS),
      added: z.array(NewWidget).max(MOST_WIDGETS).default([]),
      edited: z
        .array(z.strictObject({ id: Id, configs: WidgetConfigs }))
        .max(MOST_WIDGETS)
        .default([]),
    }),
    reply: DashboardWidgets,
  },
  image: {
    method: 'GET',
    path: '/static/widgets/image/:widgetId/:name',
    summary: 'A picture of a widget, by the signed address that the widget answers',
    access: 'open',
    params: z.object({ widgetId: Id, name: z.string().min(1).max(255) }),
    query: z.object({
      expires: whole(0, 9_999_999_999_999),
      /** Id of the public link that the address is for. */
      link: Id.optional(),
      signature: z.string().min(1).max(100),
    }),
    reply: { file: ['image/webp'] },
  },
  publicLinks: {
    method: 'GET',
    path: '/dashboard/:id/public-link',
    summary: 'The public links of a dashboard',
    access: 'session',
    params: byId,
    reply: z.array(PublicLink),
  },
  createPublicLink: {
    method: 'POST',
    path: '/dashboard/:id/public-link',
    summary: 'A public link to a dashboard; one of the same kind that was there is dead',
    access: 'session',
    params: byId,
    body: z.strictObject({
      kind: PublicLinkKind,
      /** Notes, lists and embedded pages are shown too. */
      includesAll: z.boolean().default(false),
      /** Of a kiosk: dashboards that are shown in turn with this one. The caller arranges each of them. */
      turnDashboardIds: z
        .array(Id)
        .max(MOST_IN_TURN - 1)
        .default([]),
    }),
    /** `link`: told once. */
    reply: PublicLink.extend({ link: z.string() }),
  },
  revokePublicLink: {
    method: 'DELETE',
    path: '/dashboard/:id/public-link',
    summary: 'The public links of a dashboard are dead: of a kind, or all',
    access: 'session',
    params: byId,
    query: z.object({ kind: PublicLinkKind.optional() }),
    reply: Done,
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
