import type { CSSProperties } from 'react'
import { type GridProps, alone, flowOrders, inOrder, leftOver } from './layout.ts'
import { registry } from '../registry.ts'
import '../widgets.css'

/**
 * A dashboard: twelve columns, rows of 92 px. Where there is no room for columns it flows: the main value, small values in
 * pairs, what one operates, then figures and charts. It is the same tree while it is arranged, so that no widget is drawn anew.
 */
export function Grid({ layout, widgets, children, order, renderTools, isInert = false }: GridProps) {
  const placed = inOrder(layout, order).flatMap(item => {
    const widget = widgets[item.id]
    return widget ? [{ item, widget, flow: registry[widget.type].flow }] : []
  })
  const main = placed.findIndex(one => one.flow === 'value')
  const flow = placed.map(one => one.flow)
  const inPairs = leftOver(flow)
  const belowMain = alone(flow, main)
  const orders = flowOrders(
    placed.map(({ flow: kind, widget }) => ({ flow: kind, isHeading: widget.type === 'TITLE' })),
    main,
  )
  return (
    <div className={renderTools ? 'dash editing' : 'dash'} inert={isInert}>
      <div className="dash-grid">
        {placed.map(({ item: { id, x, y, w, h }, widget, flow }, at) => (
          <div
            key={id}
            className={[
              `tile flow-${flow}`,
              h === 1 && 'one-row',
              at === main && 'flow-main',
              at === inPairs && 'alone-in-pairs',
              belowMain.has(at) && 'alone-below-main',
            ]
              .filter(Boolean)
              .join(' ')}
            style={
              { '--area': `${y + 1} / ${x + 1} / span ${h} / span ${w}`, '--order': orders[at], '--rows': h } as CSSProperties
            } // safe: custom properties
          >
            <div className="tile-content" inert={renderTools !== undefined}>
              {children(widget)}
            </div>
            {renderTools?.(widget)}
          </div>
        ))}
      </div>
    </div>
  )
}
