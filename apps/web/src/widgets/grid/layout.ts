import type { LayoutItem } from '@steading/contract/widgets/dashboards'
import type { Interface } from '@steading/contract/devices/interfaces'
import type { ReactNode } from 'react'
import type { ShownWidget } from '../shownWidget.ts'

export interface GridProps {
  readonly layout: readonly LayoutItem[]
  readonly widgets: Readonly<Record<string, ShownWidget>>
  readonly children: (widget: ShownWidget) => ReactNode
}

export const WIDGET_ACTIONS = ['configure', 'duplicate', 'remove'] as const
export type WidgetAction = (typeof WIDGET_ACTIONS)[number]

/** While it is arranged. */
export interface EditProps extends GridProps {
  /** What is known of what they show: they are called by it. */
  readonly interfaces: ReadonlyMap<string, Interface> | undefined
  /** The widget that was added last: it is scrolled into view and focused. Another object is another addition. */
  readonly newTile: { readonly id: string } | undefined
  /** Somebody moved or resized a widget. */
  readonly onLayout: (layout: LayoutItem[]) => void
  /** The grid closed a gap, as after a removal. */
  readonly onCompact: (layout: LayoutItem[]) => void
  /** What is done with one widget. */
  readonly act: (action: WidgetAction, id: string) => void
}

/** The layout in reading order: rows from above, in each from the left. */
export const inOrder = (layout: readonly LayoutItem[]) => layout.toSorted((a, b) => a.y - b.y || a.x - b.x)

/** Where it stands when a dashboard flows. */
export const flows = { value: 0, control: 1, figure: 2, chart: 3 } as const
export type Flow = keyof typeof flows

/** Orders of one section: its heading, its main value, then kind after kind. */
const SECTION = 10

/**
 * Where each widget stands when a dashboard flows. A heading begins a section, in which kinds follow one another; `main`: the value
 * that comes first in its section.
 */
export function flowOrders(
  widgets: readonly { readonly flow: Flow; readonly isHeading: boolean }[],
  main: number,
): readonly number[] {
  let section = 0
  return widgets.map(({ flow, isHeading }, at) => {
    if (isHeading && at > 0) section++
    return section * SECTION + (isHeading ? 0 : at === main ? 1 : 2 + flows[flow])
  })
}

/**
 * Where all but charts flow in pairs, one kind after the other, the one that would stand alone beside a hole: the last, which has
 * the most to show. It takes the whole line. None where all find a partner.
 */
export function leftOver(flow: readonly Flow[]): number | undefined {
  const paired = flow
    .map((kind, at) => ({ kind, at }))
    .filter(({ kind }) => kind !== 'chart')
    .toSorted((a, b) => flows[a.kind] - flows[b.kind])
  return paired.length % 2 === 1 ? paired.at(-1)?.at : undefined
}

/**
 * Where widgets flow in pairs, those that would stand alone beside a hole and take the whole line instead: the last of each kind
 * whose number is odd. `without` is not counted: it has a line of its own.
 */
export function alone(flow: readonly unknown[], without?: number): ReadonlySet<number> {
  const places = flow.map((kind, at) => ({ kind, at })).filter(({ at }) => at !== without)
  const kinds = [...Map.groupBy(places, place => place.kind).values()]
  return new Set(kinds.flatMap(kind => (kind.length % 2 === 1 ? (kind.at(-1)?.at ?? []) : [])))
}
