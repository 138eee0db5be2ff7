import type { LayoutItem } from '@steading/contract/dashboards'
import { WIDGETS } from '@steading/contract/widgets'
import GridLayout, { useContainerWidth } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import type { GridProps } from './layout.ts'

/** The same grid with handles: widgets are dragged by their head and resized at their corner, within the sizes of their type. */
export default function EditGrid({
  layout,
  widgets,
  children,
  onLayout,
}: GridProps & { onLayout: (layout: LayoutItem[]) => void }) {
  const { width, containerRef, mounted } = useContainerWidth()
  const items = layout.flatMap(item => {
    const widget = widgets[item.id]
    if (!widget) return []
    const { min, max } = WIDGETS[widget.type]
    return [{ i: item.id, x: item.x, y: item.y, w: item.w, h: item.h, minW: min.w, minH: min.h, maxW: max.w, maxH: max.h }]
  })
  return (
    <div ref={containerRef} className="dash editing">
      {mounted && (
        <GridLayout
          width={width}
          layout={items}
          gridConfig={{ cols: 12, rowHeight: 92, margin: [12, 12], containerPadding: [0, 0] }}
          dragConfig={{ handle: '.w-head', threshold: 4, allowMobileScroll: true }}
          onLayoutChange={next => onLayout(next.map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h })))}
        >
          {items.map(({ i }) => {
            const widget = widgets[i]
            return <div key={i}>{widget && children(widget)}</div>
          })}
        </GridLayout>
      )}
    </div>
  )
}
