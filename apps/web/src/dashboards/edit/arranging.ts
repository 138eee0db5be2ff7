import type { DashboardWidgets, LayoutItem } from '@steading/contract/widgets/dashboards'
import type { Draft } from './draft.ts'
import type { History } from './history.ts'

/** State of a dashboard that is arranged: all changes are a draft until it is saved. */
export interface Arranging {
  readonly history: History<Draft>
  /** Places while a widget is dragged. */
  readonly preview?: readonly LayoutItem[] | undefined
  /** The widget whose dialog is open; without an id a new one. */
  readonly dialog?: { readonly id?: string } | undefined
  /** The widget that is scrolled into view and focused: added last, or next to one that was removed. Another object shows it again. */
  readonly shownTile?: { readonly id: string } | undefined
  /** What a screen reader says of the last change. */
  readonly announcement?: string
  /** The draft is saved, or becomes another dashboard: nothing can be changed that would not be saved with it. */
  readonly isSaving?: boolean
}

/** A text for a screen reader, which says nothing of a text that stays the same: one said again ends in a space. */
export const announced = ({ announcement }: Pick<Arranging, 'announcement'>, text: string): string =>
  text !== '' && text === announcement ? `${text}\u00A0` : text

export type Arrange = (next: (now: Arranging) => Arranging) => void

export const draftOf = ({ version, layout, widgets }: Pick<DashboardWidgets, 'version' | 'layout' | 'widgets'>): Draft => ({
  version,
  layout,
  widgets,
  base: { layout, widgets },
  uploads: [],
})

/** The state in which a dashboard begins to be arranged. */
export const arrangingOf = (dashboard: DashboardWidgets): Arranging => ({
  history: { past: [], present: draftOf(dashboard), future: [] },
})
