import type { Dashboard, DashboardWidgets, LayoutItem, Widget } from '@steading/contract/dashboards'
import { MOST_WIDGETS } from '@steading/contract/dashboards'
import { WIDGET_CONFIGS, WIDGETS } from '@steading/contract/widgets'
import type { WidgetTypeName } from '@steading/contract/widgets'
import { save } from '../platform/database/save.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { made } from '../platform/differences.ts'
import { checked, Failed, invalid, VersionConflict } from '../platform/failures.ts'
import { dashboardById, insertWidget, saveLayout, widgetsOf } from './dashboards.sql.ts'
import type { DashboardRow } from './dashboards.sql.ts'
import { COLUMNS, freePlace, overlap } from './grid.ts'

export const present = (row: DashboardRow, work: Work): Dashboard => ({
  id: row.id,
  displayName: row.display_name,
  subtitle: row.subtitle,
  favourite: Boolean(row.favourite),
  homepage: Boolean(row.homepage),
  own: isOwn(work, row),
  entity: row.entity ? { id: row.entity.id, displayName: row.entity.displayName, way: row.way } : null,
  mayArrange: mayArrange(work, row),
  version: row.version,
})

type WidgetRow = Awaited<ReturnType<typeof widgetsOf>>[number]
const presentWidget = (row: WidgetRow): Widget => ({
  id: row.id,
  dashboardId: row.dashboard_id,
  type: row.type as WidgetTypeName, // safe: addWidget is the only writer
  configs: row.configs as Record<string, unknown>, // safe: as above
})

export const layoutOf = (row: DashboardRow) => row.layout as unknown as LayoutItem[] // safe: saveLayout is the only writer

export async function withWidgets(work: Work, row: DashboardRow): Promise<DashboardWidgets> {
  const widgets = (await widgetsOf(work, row)).map(presentWidget)
  const shown = Object.fromEntries(widgets.map(one => [one.id, one]))
  return { ...present(row, work), widgets: shown, layout: layoutOf(row).filter(one => one.id in shown) }
}

/** Adds a widget at a place of its choice, else at the first free one of its type's size. */
export async function addWidget(
  work: Work,
  asked: { dashboardId: string; type: WidgetTypeName; configs: Record<string, unknown>; place?: Omit<LayoutItem, 'id'> },
): Promise<Widget> {
  const row = found(await dashboardById(work, asked.dashboardId))
  mustBeOwn(work, row)
  if (layoutOf(row).length >= MOST_WIDGETS) throw invalid('dashboardId', 'tooMany', { max: MOST_WIDGETS })
  const configs = checked(WIDGET_CONFIGS[asked.type], asked.configs, 'configs')
  const id = await insertWidget(work, { dashboardId: row.id, type: asked.type, configs })
  const place = asked.place ?? freePlace(layoutOf(row), WIDGETS[asked.type].size)
  if (!(await saveLayout(work, row, [...layoutOf(row), { id, ...place }]))) throw new VersionConflict()
  await work.audit({
    action: 'CREATE',
    objectType: 'widget',
    objectId: id,
    objectName: asked.type,
    entityId: row.entity_id,
    changes: made({ type: asked.type, dashboard: row.display_name, configs }),
  })
  return { id, dashboardId: row.id, type: asked.type, configs }
}

/** Keeps a layout: each widget once, within its type's bounds and the grid, none on another. @throws VersionConflict on an old version */
export async function arrange(
  work: Work,
  { id, version, layout }: { id: string; version: number; layout: readonly LayoutItem[] },
) {
  const row = found(await dashboardById(work, id))
  mustBeOwn(work, row)
  if (row.version !== version) throw new VersionConflict()
  const types = new Map((await widgetsOf(work, row)).map(widget => [widget.id, WIDGETS[widget.type as WidgetTypeName]])) // safe: see presentWidget
  if (layout.length !== types.size || new Set(layout.map(item => item.id)).size !== types.size) throw invalid('layout', 'format')
  for (const [index, item] of layout.entries()) {
    const kind = types.get(item.id)
    if (!kind) throw invalid(`layout.${index}.id`, 'notFound')
    if (item.w < kind.min.w || item.w > kind.max.w || item.x + item.w > COLUMNS)
      throw invalid(`layout.${index}.w`, 'tooBig', { max: kind.max.w })
    if (item.h < kind.min.h || item.h > kind.max.h) throw invalid(`layout.${index}.h`, 'tooBig', { max: kind.max.h })
  }
  if (overlap(layout)) throw invalid('layout', 'format')
  await save(work, {
    before: row,
    read: async () => found(await dashboardById(work, id)),
    write: async () => {
      if (!(await saveLayout(work, { id, version }, layout))) throw new VersionConflict()
    },
    tell: after =>
      work.audit({
        action: 'UPDATE',
        objectType: 'dashboard',
        objectId: id,
        objectName: row.display_name,
        entityId: row.entity_id,
        changes: [{ field: 'layout', old: layoutOf(row), new: layoutOf(after) }],
      }),
  })
}

const isOwn = (work: Work, row: DashboardRow): boolean => row.user_id !== null && row.user_id === work.actor.id

/** A default dashboard belongs to its entity: who may change the defaults of that may change it, others only their own. */
const mayArrange = (work: Work, row: DashboardRow): boolean => {
  const { permissions } = work.actor
  const isKeeper = permissions.has('platform.root') || permissions.has('entities.default_dashboard')
  return isOwn(work, row) || (row.user_id === null && row.within && isKeeper)
}

function mustBeOwn(work: Work, row: DashboardRow) {
  if (!mayArrange(work, row)) throw new Failed('NOT_ALLOWED')
}
