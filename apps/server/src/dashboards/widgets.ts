import type { LayoutItem, Widget } from '@steading/contract/widgets/dashboards'
import { LAST_ROW, MOST_WIDGETS } from '@steading/contract/widgets/dashboards'
import type { Configs } from '@steading/contract/widgets/definition'
import { WIDGETS } from '@steading/contract/widgets/widgets'
import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import { z } from 'zod'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { created, deleted } from '../platform/database/fieldChanges.ts'
import { parseOrFail, invalid, NotFound, VersionConflict } from '../platform/failures.ts'
import type { Upload } from '../platform/http/call.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import { dashboardById, saveLayout } from './dashboards.sql.ts'
import type { DashboardRow } from './dashboards.sql.ts'
import { widgetForHouse } from './houses.ts'
import { layoutOf, mustArrange } from './arrangement.ts'
import { COLUMNS, freePlace, overlap } from '@steading/contract/widgets/grid'
import { mustBeNamed, presentPictures, storePictures } from './pictures.ts'
import { publicDashboardRow } from './publicLinks.sql.ts'
import { checkConfigs, currentConfigs, subjectsOf } from './subjects.ts'
import type { CheckedConfigs } from './subjects.ts'
import * as rows from './widgets.sql.ts'
import type { WidgetRow } from './widgets.sql.ts'

type Place = Omit<LayoutItem, 'id'>

const typeOf = (row: Pick<WidgetRow, 'type'>) => row.type as WidgetTypeName // safe: insertWidget writes known types alone

/** The configuration of a row, in the current version. */
export const configsOfRow = (row: WidgetRow): Configs =>
  currentConfigs(typeOf(row), { configs: row.configs as Configs, configVersion: row.config_version }) // safe: checkConfigs made it

/** A widget by its type and its configuration. */
export const storedWidget = (row: WidgetRow) => ({ id: row.id, type: typeOf(row), configs: configsOfRow(row) })

/** Whether a stored configuration no longer parses. */
export const isBroken = ({ type, configs }: { readonly type: WidgetTypeName; readonly configs: Configs }): boolean =>
  !WIDGETS[type].schema.safeParse(configs).success

/** A widget with its place among its configuration. */
export function presentWidget(secrets: Secrets, work: UnitOfWork, row: WidgetRow, place: Place | undefined): Widget {
  const position = place && { rowIndex: place.y, columnIndex: place.x, widgetWidth: place.w, widgetHeight: place.h }
  const configs = configsOfRow(row)
  const parsed = WIDGETS[typeOf(row)].schema.safeParse(configs)
  return {
    id: row.id,
    dashboardId: row.dashboard_id,
    type: typeOf(row),
    configs: { ...(parsed.success ? parsed.data : configs), ...position },
    isBroken: !parsed.success,
    files: presentPictures(secrets, work, row.id, row.pictures),
  }
}

/** A widget that the caller sees, with its dashboard. @throws NotFound */
export async function widgetInSight(work: UnitOfWork, id: string): Promise<{ row: WidgetRow; dashboard: DashboardRow }> {
  const dashboardId = (await rows.widgetRow(work, id))?.dashboard_id
  const dashboard = orNotFound(dashboardId === undefined ? undefined : await dashboardById(work, dashboardId))
  const row = (await rows.widgetsOf(work, dashboard)).find(widget => widget.id === id)
  return { row: orNotFound(row), dashboard }
}

/** A widget of a public link, with its dashboard. @throws NotFound */
async function publicWidget(work: UnitOfWork, id: string, link: NonNullable<UnitOfWork['actor']['publicLink']>) {
  const row = orNotFound(await rows.widgetRow(work, id))
  if (!isShown(row, link)) throw new NotFound()
  return { row, dashboard: orNotFound(await publicDashboardRow(work, link.dashboardId)) }
}

/**
 * A widget that the caller sees, or that the public link of the caller shows. `house`: one of its dashboard, whose sensors it takes
 * where it names sensors of the house; left out: the first one.
 */
export async function widgetById(
  work: UnitOfWork,
  id: string,
  house?: string,
): Promise<Pick<Widget, 'id' | 'type' | 'configs'> | undefined> {
  const { publicLink } = work.actor
  try {
    const { row, dashboard } = publicLink ? await publicWidget(work, id, publicLink) : await widgetInSight(work, id)
    return await widgetForHouse(work, dashboard, storedWidget(row), house)
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}

/** Whether a public link shows widgets of a type. */
export const isShownType = (type: WidgetTypeName, { includesAll }: { readonly includesAll: boolean }): boolean => {
  const { isPublic } = WIDGETS[type]
  return isPublic === 'ALWAYS' || (isPublic === 'ON_REQUEST' && includesAll)
}

/** Whether a public link shows a widget. */
export const isShown = (
  row: Pick<WidgetRow, 'type' | 'dashboard_id'>,
  link: { readonly dashboardId: string; readonly includesAll: boolean },
): boolean => row.dashboard_id === link.dashboardId && isShownType(typeOf(row), link)

const Position = z.object({
  rowIndex: z.number().int().min(0).max(LAST_ROW).optional(),
  columnIndex: z
    .number()
    .int()
    .min(0)
    .max(COLUMNS - 1)
    .optional(),
  widgetWidth: z.number().int().min(1).max(COLUMNS).optional(),
  widgetHeight: z.number().int().min(1).max(20).optional(),
})

/** @throws Failed for a place that does not hold, at its field */
const positionIn = (configs: Configs) => parseOrFail(z.object({ configs: Position }), { configs }).configs

/** The place that a configuration asks for, or the first free one of the asked size, else the type's. */
function placeOf(type: WidgetTypeName, configs: Configs, taken: readonly LayoutItem[]): Place {
  const { rowIndex: y, columnIndex: x, widgetWidth, widgetHeight } = positionIn(configs)
  const { size } = WIDGETS[type]
  const dimensions = { w: widgetWidth ?? size.w, h: widgetHeight ?? size.h }
  mustFit(type, { x: x ?? 0, ...dimensions }, { w: 'configs.widgetWidth', h: 'configs.widgetHeight' })
  if (x === undefined || y === undefined) return freePlace(taken, dimensions)
  const place = { x, y, ...dimensions }
  if (overlap([...taken, { id: '0', ...place }])) throw invalid('configs.rowIndex', 'placeTaken')
  return place
}

/** @throws Failed for a size beyond the bounds of the type or the grid */
export function mustFit(
  type: WidgetTypeName,
  { x, w, h }: Pick<LayoutItem, 'x' | 'w' | 'h'>,
  fields: { readonly w: string; readonly h: string },
) {
  const { min, max } = WIDGETS[type]
  if (w < min.w) throw invalid(fields.w, 'tooSmall', { min: min.w })
  if (w > max.w || x + w > COLUMNS) throw invalid(fields.w, 'tooBig', { max: Math.min(max.w, COLUMNS - x) })
  if (h < min.h) throw invalid(fields.h, 'tooSmall', { min: min.h })
  if (h > max.h) throw invalid(fields.h, 'tooBig', { max: max.h })
}

export interface NewWidget {
  readonly type: WidgetTypeName
  readonly configs: Configs
  readonly uploads: readonly Upload[]
  /** Its pictures are taken over. */
  readonly copyOf?: WidgetRow | undefined
}

/** @throws Failed for a configuration that embeds a page of the platform itself; `own`: an address of it, where it is known */
export function mustEmbedOther({ url }: Configs, own: string | undefined, at = 'configs') {
  if (own === undefined || typeof url !== 'string' || !URL.canParse(url)) return
  if (new URL(url).origin === new URL(own).origin) throw invalid(`${at}.url`, 'ownPage')
}

/** Stores a widget without its place; answers its id. `at`: the field of the request. */
export async function insertWidget(
  work: UnitOfWork,
  dashboard: Pick<DashboardRow, 'id' | 'display_name' | 'entity_id'>,
  { type, configs, uploads, copyOf }: NewWidget,
  at = 'configs',
): Promise<string> {
  const checked = await checkConfigs(work, type, configs, { at })
  const id = await rows.insertWidget(work, { ...checked, dashboardId: dashboard.id, type })
  await rows.writeSubjects(work, id, checked.subjects)
  if (copyOf) await rows.copyPictures(work, copyOf.id, id)
  const before = copyOf?.pictures.map(({ name }) => name) ?? []
  await storePictures(work, id, picturesOf(checked), { uploads, before, at })
  await work.audit({
    action: 'CREATE',
    objectType: 'widget',
    objectId: id,
    objectName: type,
    entityId: dashboard.entity_id,
    changes: created({ type, dashboard: dashboard.display_name, configs: checked.configs }),
  })
  return id
}

const picturesOf = ({ configs }: Pick<CheckedConfigs, 'configs'>) =>
  Array.isArray(configs['files']) ? configs['files'].map(String) : []

/** Stores another configuration of a widget; one that changes nothing writes nothing. Answers whether it changed. */
export async function updateWidget(
  work: UnitOfWork,
  dashboard: Pick<DashboardRow, 'entity_id'>,
  row: WidgetRow,
  { configs, uploads }: Pick<NewWidget, 'configs' | 'uploads'>,
  at = 'configs',
): Promise<boolean> {
  const type = typeOf(row)
  const before = configsOfRow(row)
  const checked = await checkConfigs(work, type, configs, { at, stored: before })
  const names = picturesOf(checked)
  const isReplaced = uploads.some(({ name }) => names.includes(name))
  if (!isReplaced && isSame(before, checked.configs)) return false
  await rows.updateWidget(work, row.id, checked)
  await rows.writeSubjects(work, row.id, checked.subjects)
  await storePictures(work, row.id, names, { uploads, before: row.pictures.map(({ name }) => name), at })
  await work.audit({
    action: 'UPDATE',
    objectType: 'widget',
    objectId: row.id,
    objectName: type,
    entityId: dashboard.entity_id,
    changes: [{ field: 'configs', old: before, new: checked.configs }],
  })
  return true
}

const sorted = (configs: Configs) => JSON.stringify(Object.entries(configs).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const isSame = (a: Configs, b: Configs) => sorted(a) === sorted(b)

/** Deletes widgets without changing the layout. */
export async function deleteWidgets(work: UnitOfWork, dashboard: DashboardRow, widgets: readonly WidgetRow[]) {
  await rows.deleteWidgets(
    work,
    widgets.map(({ id }) => id),
  )
  for (const row of widgets)
    await work.audit({
      action: 'DELETE',
      objectType: 'widget',
      objectId: row.id,
      objectName: row.type,
      entityId: dashboard.entity_id,
      changes: deleted({ type: row.type, dashboard: dashboard.display_name, configs: configsOfRow(row) }),
    })
}

async function keepLayout(work: UnitOfWork, row: DashboardRow, layout: readonly LayoutItem[]) {
  if (!(await saveLayout(work, row, layout))) throw new VersionConflict()
}

function mustHaveRoom(row: DashboardRow) {
  if (layoutOf(row).length >= MOST_WIDGETS) throw invalid('dashboardId', 'tooMany', { max: MOST_WIDGETS })
}

/** A widget that the caller sees, as calls answer it. @throws NotFound */
export async function widgetDetails(work: UnitOfWork, secrets: Secrets, id: string): Promise<Widget> {
  const { row, dashboard } = await widgetInSight(work, id)
  const place = layoutOf(dashboard).find(item => item.id === id)
  return presentWidget(secrets, work, row, place)
}

/** Adds a widget at a place of its choice, else at the first free one of its size; answers its id. */
export async function addWidget(
  work: UnitOfWork,
  asked: { dashboardId: string; type: WidgetTypeName; configs: Configs; place?: Place; uploads?: readonly Upload[] },
): Promise<string> {
  const { type, configs, uploads = [] } = asked
  const row = orNotFound(await dashboardById(work, asked.dashboardId))
  mustArrange(work, row)
  mustHaveRoom(row)
  const place = asked.place ?? placeOf(type, configs, layoutOf(row))
  const id = await insertWidget(work, row, { type, configs, uploads })
  mustBeNamed(uploads, [configs])
  await keepLayout(work, row, [...layoutOf(row), { id, ...place }])
  return id
}

/** @throws VersionConflict on an old version of the dashboard */
export async function editWidget(
  work: UnitOfWork,
  id: string,
  { configs, version, uploads }: { configs: Configs; version: number; uploads: readonly Upload[] },
) {
  const { row, dashboard } = await widgetInSight(work, id)
  mustArrange(work, dashboard)
  if (dashboard.version !== version) throw new VersionConflict()
  const layout = layoutOf(dashboard)
  const place = orNotFound(layout.find(item => item.id === id))
  const { rowIndex, columnIndex, widgetWidth, widgetHeight } = positionIn(configs)
  const moved = {
    x: columnIndex ?? place.x,
    y: rowIndex ?? place.y,
    w: widgetWidth ?? place.w,
    h: widgetHeight ?? place.h,
  }
  mustFit(row.type as WidgetTypeName, moved, { w: 'configs.widgetWidth', h: 'configs.widgetHeight' }) // safe: see typeOf
  const next = layout.map(item => (item.id === id ? { id, ...moved } : item))
  if (overlap(next)) throw invalid('configs.rowIndex', 'placeTaken')
  const isMoved = JSON.stringify({ id, ...moved }) !== JSON.stringify({ id, x: place.x, y: place.y, w: place.w, h: place.h })
  const isChanged = await updateWidget(work, dashboard, row, { configs, uploads })
  mustBeNamed(uploads, [configs])
  if (isChanged || isMoved) await keepLayout(work, dashboard, next)
  if (isMoved && !isChanged)
    await work.audit({
      action: 'UPDATE',
      objectType: 'widget',
      objectId: id,
      objectName: row.type,
      entityId: dashboard.entity_id,
      changes: [{ field: 'layout', old: place, new: moved }],
    })
}

/** @throws NotFound for a widget of another dashboard */
export async function removeWidget(work: UnitOfWork, id: string, dashboardId?: string) {
  const { row, dashboard } = await widgetInSight(work, id)
  if (dashboardId !== undefined && dashboard.id !== dashboardId) throw new NotFound()
  mustArrange(work, dashboard)
  await deleteWidgets(work, dashboard, [row])
  await keepLayout(
    work,
    dashboard,
    layoutOf(dashboard).filter(item => item.id !== id),
  )
}

/** A second widget like one of a dashboard, at the first free place; answers its id. */
export async function duplicateWidget(
  work: UnitOfWork,
  { dashboardId, widgetId }: { dashboardId: string; widgetId: string },
): Promise<string> {
  const { row, dashboard } = await widgetInSight(work, widgetId)
  if (dashboard.id !== dashboardId) throw new NotFound()
  mustArrange(work, dashboard)
  mustHaveRoom(dashboard)
  const taken = layoutOf(dashboard)
  const { w, h } = taken.find(item => item.id === widgetId) ?? WIDGETS[typeOf(row)].size
  const place = freePlace(taken, { w, h })
  const id = await copyWidget(work, row, dashboard)
  await keepLayout(work, dashboard, [...taken, { id, ...place }])
  return id
}

/** A copy of a widget on a dashboard, without its place; answers its id. Its subjects are not checked again. */
export async function copyWidget(
  work: UnitOfWork,
  row: WidgetRow,
  to: Pick<DashboardRow, 'id' | 'entity_id' | 'display_name'>,
): Promise<string> {
  const type = typeOf(row)
  const configs = configsOfRow(row)
  const stored = { dashboardId: to.id, type, configs, configVersion: (WIDGETS[type].upgrades?.length ?? 0) + 1 }
  const id = await rows.insertWidget(work, stored)
  await rows.writeSubjects(work, id, subjectsOf(type, configs))
  await rows.copyPictures(work, row.id, id)
  await work.audit({
    action: 'CREATE',
    objectType: 'widget',
    objectId: id,
    objectName: type,
    entityId: to.entity_id,
    changes: created({ type, dashboard: to.display_name, configs }),
  })
  return id
}
