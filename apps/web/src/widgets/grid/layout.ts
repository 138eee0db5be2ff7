import type { LayoutItem } from '@steading/contract/widgets/dashboards'
import type { ReactNode } from 'react'
import type { ShownWidget } from '../shownWidget.ts'

export interface GridProps {
  readonly layout: readonly LayoutItem[]
  readonly widgets: Readonly<Record<string, ShownWidget>>
  readonly children: (widget: ShownWidget) => ReactNode
  /** The layout by which widgets follow one another in the document: an element that moves there would load its frame again. */
  readonly order?: readonly LayoutItem[] | undefined
  /** While it is arranged: what lies over a widget. */
  readonly renderTools?: ((widget: ShownWidget) => ReactNode) | undefined
  /** Nothing in it can be used. */
  readonly isInert?: boolean
}

/** The layout in reading order: rows from above, in each from the left. `by`: in that of another layout, the others last. */
export function inOrder(layout: readonly LayoutItem[], by = layout): readonly LayoutItem[] {
  const ids = by.toSorted((a, b) => a.y - b.y || a.x - b.x).map(({ id }) => id)
  const placeOf = ({ id }: LayoutItem) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return layout.toSorted((a, b) => placeOf(a) - placeOf(b))
}

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
