import type { Column } from './columns.ts'

/** A thing by its name above its place: two lines of one cell, title and line of a card. */
export const nameColumns = <T extends { readonly displayName: string }>(
  head: string,
  placeOf: (row: T) => string,
): readonly Column<T>[] => [
  { key: 'title', only: 'card', card: 'title', cell: row => row.displayName },
  {
    key: 'name',
    head,
    sort: 'displayName',
    only: 'table',
    card: 'hide',
    cell: row => (
      <span className="two">
        <span className="row-link">{row.displayName}</span>
        <span>{placeOf(row)}</span>
      </span>
    ),
  },
  { key: 'place', only: 'card', card: 'meta', cell: placeOf },
]
