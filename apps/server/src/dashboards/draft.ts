import type { LayoutItem } from '@steading/contract/widgets/dashboards'
import type { Configs } from '@steading/contract/widgets/definition'
import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { invalid, VersionConflict } from '../platform/failures.ts'
import type { Upload } from '../platform/http/call.ts'
import { dashboardById, saveLayout } from './dashboards.sql.ts'
import type { DashboardRow } from './dashboards.sql.ts'
import { layoutOf, mustArrange } from './arrangement.ts'
import { overlap } from '@steading/contract/widgets/grid'
import { mustBeNamed } from './pictures.ts'
import { deleteWidgets, insertWidget, mustFit, updateWidget } from './widgets.ts'
import { widgetsOf } from './widgets.sql.ts'

/**
 * `fieldOf`: the field that names a widget without a place.
 * @throws Failed at the item of a layout that names a widget twice, none that there is, or a place that it may not have
 */
function checkLayout(
  layout: readonly LayoutItem[],
  types: ReadonlyMap<string, WidgetTypeName>,
  fieldOf: (id: string) => string = () => 'layout',
) {
  const placed = new Set<string>()
  for (const [index, item] of layout.entries()) {
    const type = types.get(item.id)
    if (!type) throw invalid(`layout.${index}.id`, 'notFound')
    if (placed.has(item.id)) throw invalid(`layout.${index}.id`, 'twice')
    mustFit(type, item, { w: `layout.${index}.w`, h: `layout.${index}.h` })
    placed.add(item.id)
  }
  const missing = [...types.keys()].find(id => !placed.has(id))
  if (missing !== undefined) throw invalid(fieldOf(missing), 'placeMissing', { id: missing })
  const [, above] = overlap(layout) ?? []
  if (above) throw invalid(`layout.${layout.indexOf(above)}`, 'placeTaken')
}

/** The dashboard that is arranged. @throws NotFound, Failed, VersionConflict on an old version */
async function arrangedRow(work: UnitOfWork, id: string, version: number): Promise<DashboardRow> {
  const row = orNotFound(await dashboardById(work, id))
  mustArrange(work, row)
  if (row.version !== version) throw new VersionConflict()
  return row
}

/** Keeps a layout: each widget once, within its type's bounds and the grid, none on another. @throws VersionConflict on an old version */
export async function arrange(
  work: UnitOfWork,
  { id, version, layout }: { id: string; version: number; layout: readonly LayoutItem[] },
) {
  const row = await arrangedRow(work, id, version)
  const widgets = await widgetsOf(work, row)
  checkLayout(layout, new Map(widgets.map(widget => [widget.id, widget.type as WidgetTypeName]))) // safe: insertWidget writes known types alone
  await writeLayout(work, row, layout)
}

const writeLayout = (work: UnitOfWork, row: DashboardRow, layout: readonly LayoutItem[]) =>
  saveIfChanged(work, {
    before: row,
    read: async () => orNotFound(await dashboardById(work, row.id)),
    write: async () => {
      if (!(await saveLayout(work, row, layout))) throw new VersionConflict()
    },
    audit: after =>
      work.audit({
        action: 'UPDATE',
        objectType: 'dashboard',
        objectId: row.id,
        objectName: row.display_name,
        entityId: row.entity_id,
        changes: [{ field: 'layout', old: layoutOf(row), new: layoutOf(after) }],
      }),
  })

export interface DashboardDraft {
  readonly id: string
  readonly version: number
  /** Widgets that it does not name are deleted. */
  readonly layout: readonly LayoutItem[]
  readonly added: readonly {
    readonly id: string
    readonly type: WidgetTypeName
    readonly configs: Configs
    readonly copyOf?: string | undefined
  }[]
  readonly edited: readonly { readonly id: string; readonly configs: Configs }[]
}

/** Saves an arranged dashboard whole. @throws VersionConflict on an old version, Failed at the field that does not hold */
export async function saveDraft(work: UnitOfWork, draft: DashboardDraft, uploads: readonly Upload[]) {
  const row = await arrangedRow(work, draft.id, draft.version)
  const widgets = await widgetsOf(work, row)
  const names = new Set(draft.layout.map(item => item.id))
  const remaining = widgets.filter(widget => names.has(widget.id))
  const types = new Map([
    ...remaining.map(widget => [widget.id, widget.type as WidgetTypeName] as const), // safe: insertWidget writes known types alone
    ...draft.added.map(({ id, type }) => [id, type] as const),
  ])
  const addedIds = draft.added.map(({ id }) => id)
  const repeated = addedIds.findIndex((id, index) => addedIds.indexOf(id) !== index)
  if (repeated >= 0) throw invalid(`added.${repeated}.id`, 'twice')
  checkLayout(draft.layout, types, id => `added.${addedIds.indexOf(id)}.id`)
  const removed = widgets.filter(widget => !names.has(widget.id))
  let isChanged = removed.length > 0 || draft.added.length > 0
  for (const [index, { id, configs }] of draft.edited.entries()) {
    const widget = remaining.find(one => one.id === id)
    if (!widget) throw invalid(`edited.${index}.id`, 'notFound')
    isChanged = (await updateWidget(work, row, widget, { configs, uploads }, `edited.${index}.configs`)) || isChanged
  }
  const ids = new Map<string, string>()
  for (const [index, { id, type, configs, copyOf }] of draft.added.entries()) {
    const original = widgets.find(widget => widget.id === copyOf)
    if (copyOf !== undefined && !original) throw invalid(`added.${index}.copyOf`, 'notFound')
    ids.set(id, await insertWidget(work, row, { type, configs, uploads, copyOf: original }, `added.${index}.configs`))
  }
  mustBeNamed(
    uploads,
    [...draft.edited, ...draft.added].map(({ configs }) => configs),
  )
  // After the copies: what a copy was made of may be removed.
  if (removed.length > 0) await deleteWidgets(work, row, removed)
  const layout = draft.layout.map(item => ({ ...item, id: ids.get(item.id) ?? item.id }))
  if (!isChanged) await writeLayout(work, row, layout)
  else if (!(await saveLayout(work, row, layout))) throw new VersionConflict()
}
