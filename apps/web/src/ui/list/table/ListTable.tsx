import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconArrowDown, IconArrowUp, IconChevronRight } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { Link, useGo } from '../../Link.tsx'
import type { Body, Column } from './columns.ts'
import { PickAll } from './SelectPage.tsx'
import { toggled } from './selection.ts'

/** A click that meant a control within the row or a dialog that it opened, or that selected text, is not a click on the row. */
function meantRow({ target, currentTarget }: MouseEvent): boolean {
  const hit = target as Element // safe: clicks hit elements
  return currentTarget.contains(hit) && !hit.closest('a, button, input, label, select') && getSelection()?.isCollapsed !== false
}

const classes = <T,>({ right, wide }: Column<T>) => [right && 'right num', wide && 'wide'].filter(Boolean).join(' ') || undefined

/** The table: head with sorting, rows that lead to their details. */
export function Rows<T extends { readonly id: string }>({
  label,
  rows,
  columns,
  query,
  sortBy,
  name,
  href,
  tone,
  selection,
}: Body<T>) {
  const t = useText()
  const go = useGo()
  const shown = columns.filter(column => column.only !== 'card')
  return (
    // A region that scrolls must be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="table-wrap scroll-x" tabIndex={0} aria-label={label}>
      <table className="table">
        <thead>
          <tr>
            {selection && (
              <th className="narrow">
                <PickAll size="xs" rows={rows} selection={selection} />
              </th>
            )}
            {shown.map(column => (
              <Head key={column.key} column={column} query={query} sortBy={sortBy} />
            ))}
            {href && (
              <th className="narrow">
                <span className="vh">{t('list.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr
              key={row.id}
              className={[tone?.(row), href && 'leads'].filter(Boolean).join(' ') || undefined}
              onClick={event => href && meantRow(event) && go(href(row))}
            >
              {selection && (
                <td className="narrow">
                  <Checkbox
                    size="xs"
                    checked={selection.chosen.has(row.id)}
                    onChange={() => selection.choose(toggled(selection.chosen, [row.id], !selection.chosen.has(row.id)))}
                    aria-label={t('list.select', { name: name(row) })}
                  />
                </td>
              )}
              {shown.map(column => (
                <td key={column.key} className={classes(column)}>
                  {column.cell(row)}
                </td>
              ))}
              {href && (
                <td className="narrow">
                  <Link className="details" href={href(row)}>
                    <IconChevronRight size={16} aria-hidden />
                    <span className="vh">{t('list.details', { name: name(row) })}</span>
                  </Link>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Head<T>({ column, query, sortBy }: { column: Column<T> } & Pick<Body<T>, 'query' | 'sortBy'>) {
  const { sort, head, hidden } = column
  const sorted = sort !== undefined && sort === query.sortProperty
  const up = query.sortDirection === 'ASC'
  const Arrow = up ? IconArrowUp : IconArrowDown
  return (
    <th className={classes(column)} aria-sort={sorted ? (up ? 'ascending' : 'descending') : undefined}>
      {sort ? (
        <button type="button" className={sorted ? 'sort on' : 'sort'} onClick={() => sortBy(sort)}>
          {head}
          <Arrow size={13} aria-hidden />
        </button>
      ) : (
        (head ?? <span className="vh">{hidden}</span>)
      )}
    </th>
  )
}
