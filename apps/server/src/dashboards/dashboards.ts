import type { Dashboard, DashboardTree, DashboardWidgets } from '@steading/contract/widgets/dashboards'
import { copyName } from '../platform/copyName.ts'
import { created, deleted } from '../platform/database/fieldChanges.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { VersionConflict } from '../platform/failures.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import { isOwn, layoutOf, mayArrange, mustArrange } from './arrangement.ts'
import * as rows from './dashboards.sql.ts'
import type { DashboardRow } from './dashboards.sql.ts'
import { copyWidget, presentWidget } from './widgets.ts'
import { widgetsOf } from './widgets.sql.ts'

export const present = (row: DashboardRow, work: UnitOfWork): Dashboard => ({
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

export async function withWidgets(work: UnitOfWork, secrets: Secrets, row: DashboardRow): Promise<DashboardWidgets> {
  const layout = layoutOf(row)
  const widgets = (await widgetsOf(work, row)).map(widget =>
    presentWidget(
      secrets,
      work,
      widget,
      layout.find(item => item.id === widget.id),
    ),
  )
  const shown = Object.fromEntries(widgets.map(widget => [widget.id, widget]))
  return {
    ...present(row, work),
    lastUpdatedBy: row.updatedBy,
    lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
    widgets: shown,
    layout: layout.filter(item => item.id in shown),
  }
}

/** An empty dashboard of the caller's. */
export async function createDashboard(
  work: UnitOfWork,
  displayName: string,
  subtitle: string | null = null,
): Promise<DashboardRow> {
  const { entityId, id: userId } = work.actor
  const id = await rows.insertDashboard(work, {
    entityId: entityId!, // safe: a session has both
    userId,
    displayName,
    ...(subtitle !== null && { subtitle }),
  })
  await audit(work, { id, display_name: displayName, entity_id: entityId! }, 'CREATE', created({ displayName, subtitle })) // safe: as above
  return orNotFound(await rows.dashboardById(work, id))
}

/** @throws VersionConflict on an old version */
export async function editDashboard(
  work: UnitOfWork,
  id: string,
  { version, displayName, subtitle }: { version: number; displayName: string; subtitle: string | null },
): Promise<DashboardRow> {
  const row = orNotFound(await rows.dashboardById(work, id))
  mustArrange(work, row)
  if (row.version !== version) throw new VersionConflict()
  return saveIfChanged(work, {
    before: row,
    read: async () => orNotFound(await rows.dashboardById(work, id)),
    write: async () => {
      if (!(await rows.updateDashboard(work, row, { displayName, subtitle: subtitle || null }))) throw new VersionConflict()
    },
    audit: after =>
      audit(
        work,
        after,
        'UPDATE',
        [
          { field: 'displayName', old: row.display_name, new: after.display_name },
          { field: 'subtitle', old: row.subtitle, new: after.subtitle },
        ].filter(change => change.old !== change.new),
      ),
  })
}

export async function removeDashboard(work: UnitOfWork, id: string) {
  const row = orNotFound(await rows.dashboardById(work, id))
  mustArrange(work, row)
  await rows.deleteDashboard(work, id)
  await audit(work, row, 'DELETE', deleted({ displayName: row.display_name, subtitle: row.subtitle }))
}

/** A copy that belongs to the caller, with the widgets that the caller sees. */
export async function copyDashboard(work: UnitOfWork, id: string): Promise<DashboardRow> {
  const row = orNotFound(await rows.dashboardById(work, id))
  const names = new Set((await rows.listDashboards(work)).map(({ display_name: name }) => name))
  const copy = await createDashboard(work, copyName(row.display_name, names), row.subtitle)
  const ids = new Map<string, string>()
  for (const widget of await widgetsOf(work, row)) ids.set(widget.id, await copyWidget(work, widget, copy))
  const layout = layoutOf(row).flatMap(item => {
    const widgetId = ids.get(item.id)
    return widgetId === undefined ? [] : [{ ...item, id: widgetId }]
  })
  if (layout.length > 0 && !(await rows.saveLayout(work, copy, layout))) throw new VersionConflict()
  return orNotFound(await rows.dashboardById(work, copy.id))
}

/** The tree below the entity of a dashboard in sight with this id, else below the entity with this id. @throws NotFound */
export async function dashboardTree(work: UnitOfWork, id: string): Promise<DashboardTree> {
  const dashboard = await rows.dashboardById(work, id)
  const found = await rows.entitiesBelow(work, dashboard?.entity_id ?? id)
  if (found.length === 0 && !dashboard) orNotFound(undefined)
  return found.map(row => ({
    entity: orNotFound(row.entity),
    parentId: row.isParentSeen ? row.parentId : null,
    dashboard: row.dashboardId === null ? null : { id: row.dashboardId, displayName: row.dashboardName! }, // safe: of the same row
  }))
}

/** What the caller sees first; null: the default of the entity. */
export async function chooseHomepage(work: UnitOfWork, dashboardId: string | null) {
  const before = await rows.homepageId(work)
  if ((before?.dashboard_id ?? null) === dashboardId) return
  const row = dashboardId === null ? undefined : orNotFound(await rows.dashboardById(work, dashboardId))
  const old = before && (await rows.dashboardById(work, before.dashboard_id))
  await rows.setHomepage(work, dashboardId)
  await auditChoice(work, row ?? old, 'homepage', { old: old?.display_name ?? null, new: row?.display_name ?? null })
}

export async function chooseFavourite(work: UnitOfWork, dashboardId: string, isFavourite: boolean) {
  const row = orNotFound(await rows.dashboardById(work, dashboardId))
  if (Boolean(row.favourite) === isFavourite) return
  await (isFavourite ? rows.insertFavourite(work, dashboardId) : rows.deleteFavourite(work, dashboardId))
  await auditChoice(work, row, 'favourite', { old: !isFavourite, new: isFavourite })
}

const auditChoice = (
  work: UnitOfWork,
  row: DashboardRow | undefined,
  field: 'homepage' | 'favourite',
  change: { old: unknown; new: unknown },
) =>
  work.audit({
    action: 'UPDATE',
    objectType: 'dashboard',
    objectId: row?.id ?? null,
    objectName: row?.display_name ?? null,
    entityId: work.actor.entityId,
    changes: [{ field, ...change }],
  })

/** A dashboard as audit entries name it. */
export type AuditedDashboard = Pick<DashboardRow, 'id' | 'display_name' | 'entity_id'>

/** Public links are changes of their dashboard. `turn`: the dashboards that a new one shows besides. */
export const auditPublicLink = (
  work: UnitOfWork,
  row: AuditedDashboard,
  change: { old: unknown; new: unknown },
  turn: readonly { readonly displayName: string }[] = [],
) =>
  audit(work, row, 'UPDATE', [
    { field: 'publicLink', ...change },
    ...(turn.length > 0 ? [{ field: 'turn', old: null, new: turn.map(({ displayName }) => displayName) }] : []),
  ])

/** Names of dashboards that the kiosk of a dashboard shows in turn. */
export const auditTurn = (
  work: UnitOfWork,
  row: AuditedDashboard,
  change: { readonly old: readonly string[] | null; readonly new: readonly string[] | null },
) => audit(work, row, 'UPDATE', [{ field: 'turn', ...change }])

const audit = (
  work: UnitOfWork,
  row: AuditedDashboard,
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  changes: readonly { field: string; old: unknown; new: unknown }[],
) =>
  work.audit({
    action,
    objectType: 'dashboard',
    objectId: row.id,
    objectName: row.display_name,
    entityId: row.entity_id,
    changes,
  })
