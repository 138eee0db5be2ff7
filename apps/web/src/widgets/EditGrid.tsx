import type { LayoutItem } from '@steading/contract/dashboards'
import { WIDGETS } from '@steading/contract/widgets'
import { type KeyboardEvent, useId, useState } from 'react'
import GridLayout, { useContainerWidth } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import { useText } from '../platform/texts.tsx'
import { moved, resized, stepOf } from './arrange.ts'
import type { EditProps } from './layout.ts'
import { nameOf } from './named.ts'

/**
 * The same grid with handles: widgets are dragged by their head and resized at their corner, within the sizes of their type; the
 * one that has the focus is moved by the arrow keys, and resized with Shift.
 */
export default function EditGrid({ layout, widgets, interfaces, children, onLayout }: EditProps) {
  const t = useText()
  const hint = useId()
  const { width, containerRef, mounted } = useContainerWidth()
  const [said, say] = useState('')
  const items = layout.flatMap(item => {
    const widget = widgets[item.id]
    if (!widget) return []
    const { min, max } = WIDGETS[widget.type]
    return [{ i: item.id, x: item.x, y: item.y, w: item.w, h: item.h, minW: min.w, minH: min.h, maxW: max.w, maxH: max.h }]
  })
  const keep = (next: readonly Pick<(typeof items)[number], 'i' | 'x' | 'y' | 'w' | 'h'>[]) =>
    onLayout(next.map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h }) satisfies LayoutItem))
  const press = (event: KeyboardEvent<HTMLElement>, id: string, name: string) => {
    const step = stepOf(event.key)
    if (!step || event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const next = (event.shiftKey ? resized : moved)(items, id, step)
    const tile = next?.find(one => one.i === id)
    if (!next || !tile) return say(t('dashboard.tileStays', { name }))
    keep(next)
    say(t('dashboard.tileAt', { name, column: tile.x + 1, row: tile.y + 1, width: tile.w, height: tile.h }))
  }
  return (
    <div ref={containerRef} className="dash editing">
      <p id={hint} className="edit-keys">
        {t('dashboard.editKeys')}
      </p>
      <output className="vh" aria-live="assertive">
        {said}
      </output>
      {mounted && (
        <GridLayout
          width={width}
          layout={items}
          gridConfig={{ cols: 12, rowHeight: 92, margin: [12, 12], containerPadding: [0, 0] }}
          dragConfig={{ handle: '.w-head', threshold: 4, allowMobileScroll: true }}
          onLayoutChange={keep}
        >
          {items.map(({ i }) => {
            const widget = widgets[i]
            const name = (widget && nameOf(widget, interfaces)) ?? t('ui.tile')
            return (
              // Arrow keys are the tile's own here: an application, for those who hear the page.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as above
              <div
                key={i}
                role="application"
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is moved by keys
                tabIndex={0}
                aria-label={name}
                aria-describedby={hint}
                onKeyDown={event => press(event, i, name)}
              >
                {widget && children(widget)}
              </div>
            )
          })}
        </GridLayout>
      )}
    </div>
  )
}
