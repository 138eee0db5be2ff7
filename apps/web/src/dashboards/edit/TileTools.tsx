import type { Interface } from '@steading/contract/devices/interfaces'
import { type LayoutItem, MOST_WIDGETS, type Widget } from '@steading/contract/widgets/dashboards'
import { WIDGETS } from '@steading/contract/widgets/widgets'
import { IconCopy, IconGripVertical, IconSettings, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback } from 'react'
import type { LayoutItem as GridItem } from 'react-grid-layout/core'
import { useText } from '../../platform/texts.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { widgetLabel } from '../widgetForm/widgetLabel.ts'
import { compacted, moved, movedTo, resized, resizedTo, stepOf } from './arrange.ts'
import { type Arrange, type Arranging, announced } from './arranging.ts'
import { type Draft, isFull, isSameLayout, withDuplicate, withLayout, withoutWidget } from './draft.ts'
import { changed } from './history.ts'
import { useDrag } from './useDrag.ts'
import { withNewTile } from './useDraft.ts'

/** Id of the paragraph that says which keys move a widget. */
export const EDIT_KEYS = 'edit-keys'

const WIDGET_ACTIONS = ['configure', 'duplicate', 'remove'] as const
type WidgetAction = (typeof WIDGET_ACTIONS)[number]
const TOOLS = {
  configure: { word: 'dashboard.configureTile', icon: <IconSettings size={16} aria-hidden /> },
  duplicate: { word: 'dashboard.duplicateTile', icon: <IconCopy size={16} aria-hidden /> },
  remove: { word: 'dashboard.removeTile', icon: <IconTrash size={16} aria-hidden /> },
} as const

type Items = readonly GridItem[]
const itemsOf = ({ layout, widgets }: Pick<Draft, 'layout' | 'widgets'>): Items =>
  layout.flatMap(({ id, x, y, w, h }) => {
    const widget = widgets[id]
    if (!widget) return []
    const { min, max } = WIDGETS[widget.type]
    return [{ i: id, x, y, w, h, minW: min.w, minH: min.h, maxW: max.w, maxH: max.h }]
  })
const placesOf = (items: Items) => items.map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h }) satisfies LayoutItem)

/** Without a widget; what stood below it moves up. */
const withClosedGap = (draft: Draft, id: string): Draft => {
  const rest = withoutWidget(draft, id)
  return withLayout(rest, placesOf(compacted(itemsOf(rest))))
}

/**
 * What lies over a widget that is arranged: its head drags it, its corner resizes it within the sizes of its type. Its handle is a
 * button that the arrow keys move, and resize with Shift; beside it stands what is done with the widget.
 */
export default function TileTools({
  widget,
  interfaces,
  arranging: { history, shownTile },
  arrange,
}: {
  widget: Widget
  /** Those known, by which widgets without a title are called. */
  interfaces: ReadonlyMap<string, Interface> | undefined
  arranging: Arranging
  arrange: Arrange
}) {
  const t = useText()
  const { id } = widget
  const name = widgetLabel(widget, interfaces, t)
  const draft = history.present
  const place = draft.layout.find(item => item.id === id)
  const showTile = useCallback(
    (handle: HTMLElement | null) => {
      if (!handle || !shownTile) return
      handle.closest('.tile')?.scrollIntoView({ block: 'nearest' })
      handle.focus({ preventScroll: true })
    },
    [shownTile],
  )
  const show = (items: Items) =>
    arrange(now => {
      const next = placesOf(items)
      return isSameLayout(now.preview ?? now.history.present.layout, next) ? now : { ...now, preview: next }
    })
  const keep = (items: Items, announcement = '') =>
    arrange(now => ({
      ...now,
      history: changed(now.history, before => withLayout(before, placesOf(items))),
      preview: undefined,
      announcement: announced(now, announcement),
    }))
  const cancel = () => arrange(now => ({ ...now, preview: undefined }))
  const at = (columns: number, rows: number): Items =>
    place && (columns !== 0 || rows !== 0)
      ? movedTo(itemsOf(draft), id, { x: place.x + columns, y: place.y + rows })
      : itemsOf(draft)
  const sized = (columns: number, rows: number): Items =>
    place && (columns !== 0 || rows !== 0)
      ? resizedTo(itemsOf(draft), id, { w: place.w + columns, h: place.h + rows })
      : itemsOf(draft)
  const drag = useDrag(
    (...by) => show(at(...by)),
    (...by) => keep(at(...by)),
    cancel,
  )
  const resize = useDrag(
    (...by) => show(sized(...by)),
    (...by) => keep(sized(...by)),
    cancel,
  )
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOf(event.key)
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const next = (event.shiftKey ? resized : moved)(itemsOf(draft), id, step)
    const tile = next?.find(({ i }) => i === id)
    const stays = t(event.shiftKey ? 'dashboard.tileSizeStays' : 'dashboard.tileStays', { name })
    if (!next || !tile) return arrange(now => ({ ...now, announcement: announced(now, stays) }))
    keep(next, t('dashboard.tileAt', { name, column: tile.x + 1, row: tile.y + 1, width: tile.w, height: tile.h }))
  }
  const act = (action: WidgetAction) => {
    if (action === 'configure') return arrange(now => ({ ...now, dialog: { id } }))
    if (action === 'duplicate' && isFull(draft)) {
      const full = t('dashboard.mostTiles', { count: MOST_WIDGETS })
      toast(full)
      return arrange(now => ({ ...now, announcement: announced(now, full) }))
    }
    if (action === 'duplicate')
      return arrange(now => withNewTile(now, before => withDuplicate(before, id), t('dashboard.tileDuplicated', { name })))
    const announcement = t('dashboard.tileRemoved', { name })
    arrange(now => {
      const history = changed(now.history, before => withClosedGap(before, id))
      const at = now.history.present.layout.findIndex(item => item.id === id)
      // The focus goes on to the widget that follows.
      return {
        ...now,
        history,
        shownTile: history.present.layout.at(Math.min(at, history.present.layout.length - 1)),
        announcement,
      }
    })
    toast(announcement)
  }
  return (
    <>
      <div className="edit-head" {...drag}>
        <div className="edit-tools">
          <button
            ref={id === shownTile?.id ? showTile : undefined}
            type="button"
            className="edit-tool edit-handle"
            aria-label={t('dashboard.moveTile', { name })}
            aria-describedby={EDIT_KEYS}
            onKeyDown={press}
            // Not every tablet focuses a button that is touched; a narrow tile shows its tools while it has the focus.
            onClick={event => event.currentTarget.focus()}
          >
            <IconGripVertical size={16} aria-hidden />
          </button>
          {WIDGET_ACTIONS.map(action => (
            <button
              key={action}
              type="button"
              className="edit-tool"
              aria-label={`${t(TOOLS[action].word)}: ${name}`}
              title={t(TOOLS[action].word)}
              onClick={() => act(action)}
            >
              {TOOLS[action].icon}
            </button>
          ))}
        </div>
      </div>
      <div className="edit-corner" {...resize} />
    </>
  )
}
