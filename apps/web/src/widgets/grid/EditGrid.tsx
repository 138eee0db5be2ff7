import type { LayoutItem } from '@steading/contract/widgets/dashboards'
import { WIDGETS } from '@steading/contract/widgets/widgets'
import { IconCopy, IconGripVertical, IconSettings, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useId, useState } from 'react'
import GridLayout, { type LayoutItem as GridItem, useContainerWidth } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import { useText } from '../../platform/texts.tsx'
import { moved, resized, stepOf } from './arrange.ts'
import { type EditProps, WIDGET_ACTIONS } from './layout.ts'
import { nameOf } from '../widgetName.ts'

const TOOLS = {
  configure: { word: 'dashboard.configureTile', icon: <IconSettings size={16} aria-hidden /> },
  duplicate: { word: 'dashboard.duplicateTile', icon: <IconCopy size={16} aria-hidden /> },
  remove: { word: 'dashboard.removeTile', icon: <IconTrash size={16} aria-hidden /> },
} as const

type Place = Pick<GridItem, 'i' | 'x' | 'y' | 'w' | 'h'>
const placesOf = (items: readonly Place[]) => items.map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h }) satisfies LayoutItem)

/**
 * The same grid with handles: widgets are dragged by their head and resized at their corner, within the sizes of their type. The
 * handle of each is a button that the arrow keys move, and resize with Shift; beside it stands what is done with the widget.
 */
export default function EditGrid({ layout, widgets, interfaces, newTile, children, onLayout, onCompact, act }: EditProps) {
  const t = useText()
  const hint = useId()
  const { width, containerRef, mounted } = useContainerWidth()
  const [announcement, announce] = useState('')
  // The grid draws a new widget only after it has found its place.
  const showNewTile = useCallback(
    (handle: HTMLElement | null) => {
      if (!handle || !newTile) return
      handle.closest('.edit-tile')?.scrollIntoView({ block: 'nearest' })
      handle.focus({ preventScroll: true })
    },
    [newTile],
  )
  const items = layout.flatMap(item => {
    const widget = widgets[item.id]
    if (!widget) return []
    const { min, max } = WIDGETS[widget.type]
    return [{ i: item.id, x: item.x, y: item.y, w: item.w, h: item.h, minW: min.w, minH: min.h, maxW: max.w, maxH: max.h }]
  })
  const keep = (next: readonly Place[]) => onLayout(placesOf(next))
  const press = (event: KeyboardEvent<HTMLElement>, id: string, name: string) => {
    const step = stepOf(event.key)
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const next = (event.shiftKey ? resized : moved)(items, id, step)
    const tile = next?.find(layoutItem => layoutItem.i === id)
    if (!next || !tile) return announce(t('dashboard.tileStays', { name }))
    keep(next)
    announce(t('dashboard.tileAt', { name, column: tile.x + 1, row: tile.y + 1, width: tile.w, height: tile.h }))
  }
  return (
    <div ref={containerRef} className="dash editing">
      <p id={hint} className="edit-keys">
        {t('dashboard.editKeys')}
      </p>
      <output className="vh" aria-live="assertive">
        {announcement}
      </output>
      {mounted && (
        <GridLayout
          width={width}
          layout={items}
          gridConfig={{ cols: 12, rowHeight: 92, margin: [12, 12], containerPadding: [0, 0] }}
          dragConfig={{ handle: '.edit-tile', cancel: '.edit-tool:not(.edit-handle)', threshold: 4, allowMobileScroll: true }}
          onDragStop={keep}
          onResizeStop={keep}
          onLayoutChange={next => onCompact(placesOf(next))}
        >
          {items.map(({ i }) => {
            const widget = widgets[i]
            const name = (widget && nameOf(widget, interfaces)) ?? t('ui.tile')
            return (
              <div key={i} className="edit-tile">
                <div className="edit-tools">
                  <button
                    ref={i === newTile?.id ? showNewTile : undefined}
                    type="button"
                    className="edit-tool edit-handle"
                    aria-label={t('dashboard.moveTile', { name })}
                    aria-describedby={hint}
                    onKeyDown={event => press(event, i, name)}
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
                      onClick={() => act(action, i)}
                    >
                      {TOOLS[action].icon}
                    </button>
                  ))}
                </div>
                <div className="edit-content" inert>
                  {widget && children(widget)}
                </div>
              </div>
            )
          })}
        </GridLayout>
      )}
    </div>
  )
}
