import type { CSSProperties } from 'react'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { type EditProps, type GridProps, alone, flowOrders, inOrder, leftOver } from './layout.ts'
import { registry } from '../registry.ts'
import '../widgets.css'

const EditGrid = lazyComponent(() => import('./EditGrid.tsx'))

/**
 * A dashboard: twelve columns, rows of 92 px. Where there is no room for columns it flows: the main value, small values in
 * pairs, what one operates, then figures and charts. The grid that people drag in is fetched only for editing.
 */
export function Grid({
  layout,
  widgets,
  children,
  edit,
}: GridProps & { edit?: Pick<EditProps, 'interfaces' | 'newTile' | 'onLayout' | 'onCompact' | 'act'> | undefined }) {
  const placed = inOrder(layout).flatMap(item => {
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
  const still = (
    <div className="dash">
      <div className="dash-grid">
        {placed.map(({ item: { id, x, y, w, h }, widget, flow }, at) => (
          <div
            key={id}
            className={[
              `flow-${flow}`,
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
            {children(widget)}
          </div>
        ))}
      </div>
    </div>
  )
  if (!edit) return still
  return (
    <EditGrid layout={layout} widgets={widgets} {...edit} waiting={still}>
      {children}
    </EditGrid>
  )
}
