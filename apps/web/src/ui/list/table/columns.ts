import type { PageQuery } from '@steading/contract/http/paging'
import type { ReactNode } from 'react'

/** A column, and its place on the card that a row becomes on a phone. */
export interface Column<T> {
  readonly key: string
  /** Absent: a column whose content speaks for itself (a mark, an action); `hidden` is its name for screen readers. */
  readonly head?: string
  readonly hidden?: string
  readonly cell: (row: T) => ReactNode
  /** The property that the server sorts by. */
  readonly sort?: string
  /** Numbers: right-aligned. */
  readonly right?: boolean
  /** Goes below 1100 px. */
  readonly wide?: boolean
  readonly card: 'lead' | 'title' | 'meta' | 'end' | 'hide'
  /** Only in one of the two bodies, where the other says it differently. */
  readonly only?: 'table' | 'card'
}

export interface Selection {
  readonly chosen: ReadonlySet<string>
  readonly choose: (chosen: ReadonlySet<string>) => void
}

export interface Body<T> {
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly query: PageQuery
  readonly sortBy: (property: string) => void
  /** What a row is called, for its checkbox and its link. */
  readonly name: (row: T) => string
  /** Where a click on a row leads. */
  readonly href?: ((row: T) => string) | undefined
  /** `hot`: tint and a bar, for what needs somebody now; `done`: loses weight. */
  readonly tone?: ((row: T) => 'hot' | 'done' | undefined) | undefined
  readonly selection?: Selection | undefined
}
