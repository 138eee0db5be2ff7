import type { DashboardWidgets, LayoutItem, Widget, WidgetFile } from '@steading/contract/widgets/dashboards'
import { MOST_WIDGETS } from '@steading/contract/widgets/dashboards'
import { bottomOf, freePlace, meet } from '@steading/contract/widgets/grid'
import { WIDGETS, type WidgetTypeName } from '@steading/contract/widgets/widgets'

export type DraftWidget = Widget & {
  /** It is not saved yet. */
  readonly isAdded?: boolean
  /** Its configuration differs from the saved one. */
  readonly isEdited?: boolean
  /** The saved widget that it is a copy of. */
  readonly copyOf?: string | undefined
}

/** A dashboard that is arranged, and the version that it is based on. */
export interface Draft {
  readonly version: number
  readonly layout: readonly LayoutItem[]
  readonly widgets: Readonly<Record<string, DraftWidget>>
  /** Ids of the widgets of that version. */
  readonly base: ReadonlySet<string>
  /** New pictures, by names that are unique within the draft. */
  readonly uploads: readonly File[]
}

/** A configuration from the dialog of a widget. */
export interface WidgetResult {
  readonly type: WidgetTypeName
  readonly configs: Readonly<Record<string, unknown>>
  readonly uploads: readonly File[]
  readonly previews: readonly WidgetFile[]
}

export const draftOf = ({ version, layout, widgets }: Pick<DashboardWidgets, 'version' | 'layout' | 'widgets'>): Draft => ({
  version,
  layout,
  widgets,
  base: new Set(Object.keys(widgets)),
  uploads: [],
})

export const isFull = ({ layout }: Pick<Draft, 'layout'>) => layout.length >= MOST_WIDGETS

const NEW = /^new-(\d+)$/
/** An id that no widget of the draft had before, removed ones included as long as an undo may bring them back. */
const nextId = (used: Iterable<string>) => `new-${Math.max(0, ...[...used].map(id => Number(NEW.exec(id)?.[1] ?? 0))) + 1}`

export function withAdded(
  draft: Draft,
  dashboardId: string,
  { type, configs, uploads, previews }: WidgetResult,
  size?: LayoutItem,
): Draft {
  const id = nextId(Object.keys(draft.widgets))
  const { w, h } = size ?? WIDGETS[type].size
  return {
    ...draft,
    layout: [...draft.layout, { id, ...freePlace(draft.layout, { w, h }) }],
    widgets: { ...draft.widgets, [id]: { id, dashboardId, type, configs, isBroken: false, files: [...previews], isAdded: true } },
    uploads: [...draft.uploads, ...uploads],
  }
}

export function withConfigs(draft: Draft, id: string, { configs, uploads, previews }: WidgetResult): Draft {
  const widget = draft.widgets[id]
  if (!widget) return draft
  const files = previews.length > 0 ? [...previews] : widget.files
  return {
    ...draft,
    widgets: { ...draft.widgets, [id]: { ...widget, configs, isBroken: false, files, isEdited: true } },
    uploads: [...draft.uploads, ...uploads],
  }
}

/** The widget stays known: an undo brings it back. */
export const withoutWidget = (draft: Draft, id: string): Draft => ({
  ...draft,
  layout: draft.layout.filter(item => item.id !== id),
})

export function withDuplicate(draft: Draft, id: string): Draft {
  const widget = draft.widgets[id]
  const place = draft.layout.find(item => item.id === id)
  if (!widget || !place) return draft
  const { type, configs, files, dashboardId } = widget
  const next = withAdded(draft, dashboardId, { type, configs, uploads: [], previews: files }, place)
  const copy = next.layout.at(-1)!.id // safe: it was just added
  const copyOf = widget.isAdded ? widget.copyOf : id
  return { ...next, widgets: { ...next.widgets, [copy]: { ...next.widgets[copy]!, copyOf } } } // safe: as above
}

const isSamePlace = (a: LayoutItem, b: LayoutItem | undefined) =>
  b !== undefined && a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h

/** Whether two layouts hold the same places; the order of the list is ignored. */
export function isSameLayout(a: readonly LayoutItem[], b: readonly LayoutItem[]): boolean {
  const places = new Map(b.map(item => [item.id, item]))
  return a.length === b.length && a.every(item => isSamePlace(item, places.get(item.id)))
}

/** The draft with its widgets at these places. */
export const withLayout = (draft: Draft, layout: readonly LayoutItem[]): Draft =>
  isSameLayout(draft.layout, layout) ? draft : { ...draft, layout }

/** Whether there is something to save. */
export const isChanged = (draft: Draft, { layout }: Pick<Draft, 'layout'>): boolean =>
  !isSameLayout(draft.layout, layout) || draft.layout.some(({ id }) => draft.widgets[id]?.isEdited)

/** A copy whose original is no longer saved. */
const isOrphan = ({ copyOf }: DraftWidget, saved: ReadonlySet<string>) => copyOf !== undefined && !saved.has(copyOf)

const picturesOf = ({ configs }: DraftWidget) => (Array.isArray(configs['files']) ? configs['files'].map(String) : [])

/**
 * Rebases the draft on a newer version: edited places and configurations stay, widgets of others take their saved place if it is
 * free, else one below, and those that others deleted are removed. A copy of a deleted widget becomes a widget of its own; one that
 * shows the pictures of the deleted one goes with it.
 */
export function rebased(
  draft: Draft,
  { version, layout, widgets }: Pick<DashboardWidgets, 'version' | 'layout' | 'widgets'>,
): Draft {
  const saved = new Set(layout.map(item => item.id))
  const uploaded = new Set(draft.uploads.map(({ name }) => name))
  const isSavable = (widget: DraftWidget) =>
    widget.isAdded
      ? !isOrphan(widget, saved) || picturesOf(widget).every(name => uploaded.has(name))
      : widget.isEdited && saved.has(widget.id)
  const mine = Object.values(draft.widgets)
    .filter(isSavable)
    .map(widget => (isOrphan(widget, saved) ? { ...widget, copyOf: undefined } : widget))
  const added = new Set(mine.filter(({ isAdded }) => isAdded).map(({ id }) => id))
  const remaining = draft.layout.filter(({ id }) => added.has(id) || saved.has(id))
  const all = [...remaining]
  for (const item of layout.filter(({ id }) => !draft.base.has(id)))
    all.push(all.some(other => meet(other, item)) ? { ...item, y: bottomOf(all) } : item)
  return {
    version,
    layout: all,
    widgets: { ...widgets, ...Object.fromEntries(mine.map(widget => [widget.id, widget])) },
    base: saved,
    uploads: draft.uploads,
  }
}

/** The request that saves a draft. */
export function requestOf({ version, layout, widgets, uploads }: Draft) {
  const shown = layout.flatMap(({ id }) => widgets[id] ?? [])
  const names = new Set(shown.flatMap(({ configs }) => configs['files'] ?? []))
  return {
    body: {
      version,
      layout: [...layout],
      added: shown
        .filter(widget => widget.isAdded)
        .map(({ id, type, configs, copyOf }) => ({ id, type, configs, ...(copyOf !== undefined && { copyOf }) })),
      edited: shown.filter(widget => widget.isEdited && !widget.isAdded).map(({ id, configs }) => ({ id, configs })),
    },
    files: uploads.filter(({ name }) => names.has(name)),
  }
}
