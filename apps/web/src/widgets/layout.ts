import type { LayoutItem, Widget } from '@steading/contract/dashboards'
import type { ReactNode } from 'react'

export interface GridProps {
  readonly layout: readonly LayoutItem[]
  readonly widgets: Readonly<Record<string, Widget>>
  readonly children: (widget: Widget) => ReactNode
}

/** The layout in reading order: rows from above, in each from the left. */
export const inOrder = (layout: readonly LayoutItem[]) => layout.toSorted((a, b) => a.y - b.y || a.x - b.x)
