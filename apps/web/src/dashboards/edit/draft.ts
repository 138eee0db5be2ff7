import type { DashboardWidgets, LayoutItem, Widget, WidgetFile } from '@steading/contract/widgets/dashboards'
import { MOST_WIDGETS } from '@steading/contract/widgets/dashboards'
import { PLACE_FIELDS } from '@steading/contract/widgets/definition'
import { bottomOf, freePlace, meet } from '@steading/contract/widgets/grid'
import { isEqual } from '../../ui/form/edit/merge3.ts'
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
  /** That version. */
  readonly base: Pick<DashboardWidgets, 'layout' | 'widgets'>
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

export const isSamePlace = (a: LayoutItem, b: LayoutItem | undefined) =>
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

const placeFields: ReadonlySet<string> = new Set(PLACE_FIELDS)
/** What a dialog configures: a saved configuration says its place besides. */
export const configuredOf = ({ configs }: Pick<Widget, 'configs'>) =>
  Object.fromEntries(Object.entries(configs).filter(([name]) => !placeFields.has(name)))

export const isSameConfigs = (one: Pick<Widget, 'configs'>, other: Pick<Widget, 'configs'>) =>
  isEqual(configuredOf(one), configuredOf(other))

/** The configuration with what both changed; undefined where both changed one field, each in another way. */
function mergedConfigs(base: Widget, mine: Widget, latest: Widget): Readonly<Record<string, unknown>> | undefined {
  const [before, own, saved] = [base, mine, latest].map(configuredOf) as [
    Record<string, unknown>,
    Record<string, unknown>,
    Record<string, unknown>,
  ] // safe: of three
  const names = [...new Set([before, own, saved].flatMap(Object.keys))]
  const isChangedIn = (values: Record<string, unknown>, name: string) => !isEqual(values[name], before[name])
  if (names.some(name => isChangedIn(own, name) && isChangedIn(saved, name) && !isEqual(own[name], saved[name]))) return undefined
  const merged = names.map(name => [name, isChangedIn(own, name) ? own[name] : saved[name]] as const)
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

const picturesOf = ({ configs }: Pick<Widget, 'configs'>) => (Array.isArray(configs['files']) ? configs['files'].map(String) : [])

/** An edited widget as a widget of its own: what others saved, or that they deleted it, stays as it is. */
const asAdded = (widget: DraftWidget, id: string, copyOf: string | undefined): DraftWidget => ({
  ...widget,
  id,
  configs: configuredOf(widget),
  isAdded: true,
  isEdited: false,
  copyOf,
})

/** Whether what a widget of the draft shows went with the widget of others that had its pictures. */
function lacksPictures({ uploads }: Draft, widget: DraftWidget, saved: DashboardWidgets['widgets']): boolean {
  const { id, isAdded, isEdited, copyOf } = widget
  const source = isAdded ? copyOf : isEdited ? id : undefined
  return source !== undefined && !saved[source] && !picturesOf(widget).every(name => uploads.some(upload => upload.name === name))
}

/** Widgets with own changes that cannot be based on a newer version: others deleted their pictures. */
export const lostWidgets = (draft: Draft, { widgets }: Pick<DashboardWidgets, 'widgets'>): readonly DraftWidget[] =>
  draft.layout.flatMap(({ id }) => draft.widgets[id] ?? []).filter(widget => lacksPictures(draft, widget, widgets))

/**
 * Rebases the draft on a newer version, so that nothing is lost that anybody changed. Fields of a widget that one side changed are
 * taken from that side; where both changed the same field, and where others deleted what was edited here, the own widget is added
 * beside theirs. A widget that others edited stays, though it was removed here. Own moves count; everything else has its saved place
 * if it is free, else one below. What needs the pictures of a deleted widget goes with it: `lostWidgets` names it.
 */
export function rebased(
  draft: Draft,
  { version, layout, widgets }: Pick<DashboardWidgets, 'version' | 'layout' | 'widgets'>,
): Draft {
  const saved = new Set(layout.map(item => item.id))
  const mine = new Map<string, DraftWidget>()
  /** The added widgets that edited ones became, by their former ids. */
  const beside = new Map<string, string>()
  const addBeside = (widget: DraftWidget, copyOf: string | undefined) => {
    const id = nextId([...Object.keys(draft.widgets), ...mine.keys()])
    beside.set(widget.id, id)
    mine.set(id, asAdded(widget, id, copyOf))
  }
  for (const widget of Object.values(draft.widgets)) {
    const { id, isAdded, isEdited, copyOf } = widget
    const latest = widgets[id]
    if (lacksPictures(draft, widget, widgets)) continue
    if (isAdded) mine.set(id, { ...widget, copyOf: copyOf !== undefined && widgets[copyOf] ? copyOf : undefined })
    else if (isEdited && !latest) addBeside(widget, undefined)
    else if (isEdited && latest) {
      const configs = mergedConfigs(draft.base.widgets[id] ?? latest, widget, latest)
      if (configs) mine.set(id, { ...widget, configs })
      else addBeside(widget, id)
    }
  }
  const basePlaces = new Map(draft.base.layout.map(item => [item.id, item]))
  const ownPlaces = new Map(draft.layout.map(item => [item.id, item]))
  const isEditedByOthers = (id: string) => {
    const [before, latest] = [draft.base.widgets[id], widgets[id]]
    return before !== undefined && latest !== undefined && !isSameConfigs(before, latest)
  }
  const isMoved = (item: LayoutItem) => !isSamePlace(item, basePlaces.get(item.id))
  const own = draft.layout.filter(item => mine.get(item.id)?.isAdded ?? (saved.has(item.id) && isMoved(item)))
  const stays = ({ id }: LayoutItem) => basePlaces.get(id) === undefined || ownPlaces.has(id) || isEditedByOthers(id)
  const others = layout.filter(item => stays(item) && own.every(({ id }) => id !== item.id))
  const all = [...own]
  const put = (wish: readonly LayoutItem[]) => {
    const free = wish.find(item => !all.some(other => meet(other, item)))
    const [first] = wish
    if (free ?? first) all.push(free ?? { ...first!, y: bottomOf(all) }) // safe: there is one
  }
  for (const item of others) put([item, ...(ownPlaces.has(item.id) ? [ownPlaces.get(item.id)!] : [])]) // safe: just asked
  for (const [former, id] of beside) {
    const place = ownPlaces.get(former)
    if (place) put([{ ...place, id }])
  }
  return {
    version,
    layout: all,
    widgets: { ...widgets, ...Object.fromEntries(mine) },
    base: { layout, widgets },
    uploads: draft.uploads,
  }
}

/** Pictures of a draft that a new dashboard needs: those of its saved widgets, as the file that an address answers. */
type FetchPicture = (file: WidgetFile) => Promise<File | undefined>

/**
 * The draft for a new dashboard, to which all is added; `lost`: widgets whose pictures are gone; `formers`: its widgets as
 * they are in the given draft, by their new ids.
 */
export async function ownDraft(
  { layout, widgets, uploads }: Draft,
  fetchPicture: FetchPicture,
): Promise<{
  readonly draft: Omit<Draft, 'version'>
  readonly lost: readonly Widget[]
  readonly formers: ReadonlyMap<string, Widget>
}> {
  const items = layout.flatMap((item, at) => {
    const widget = widgets[item.id]
    return widget ? [{ item, widget, id: `new-${at + 1}` }] : []
  })
  const added = await Promise.all(
    items.map(async ({ item, widget, id }) => {
      const names = picturesOf(widget)
      const pictures = await Promise.all(
        names.map(async name => {
          const upload = uploads.find(one => one.name === name)
          const stored = widget.files.find(file => file.name === name)
          const found = upload ?? (stored && (await fetchPicture(stored)))
          // Saved names are unique within their widget alone.
          return found && new File([found], `${id}-${name}`, { type: found.type })
        }),
      )
      const files = pictures.filter(file => file !== undefined)
      const configs = { ...configuredOf(widget), ...(names.length > 0 && { files: files.map(({ name }) => name) }) }
      const own: DraftWidget = { ...asAdded(widget, id, undefined), configs }
      return { item: { ...item, id }, widget: own, files, isLost: files.length < names.length, former: widget }
    }),
  )
  const complete = added.filter(({ isLost }) => !isLost)
  return {
    draft: {
      layout: complete.map(({ item }) => item),
      widgets: Object.fromEntries(complete.map(({ widget }) => [widget.id, widget])),
      base: { layout: [], widgets: {} },
      uploads: complete.flatMap(({ files }) => files),
    },
    lost: added.filter(({ isLost }) => isLost).map(({ former }) => former),
    formers: new Map(complete.map(({ widget, former }) => [widget.id, former])),
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
