import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useText } from '../../../platform/texts.tsx'
import { Link } from '../../Link.tsx'
import type { Body, Column } from './columns.ts'
import { PickAll } from './SelectPage.tsx'
import { toggled } from './selection.ts'

/** The cards of a phone: mark, title and what belongs to it, age or value. Each is one link. */
export function Cards<T extends { readonly id: string }>({ label, rows, columns, name, href, tone, selection }: Body<T>) {
  const t = useText()
  const at = (row: T, place: Column<T>['card']) =>
    columns
      .filter(column => column.card === place && column.only !== 'table')
      .map(column => (
        <span key={column.key} className={column.right ? 'num' : undefined}>
          {column.cell(row)}
        </span>
      ))
  const lead = columns.some(column => column.card === 'lead')
  const cards = (
    <ul className="row-cards" aria-label={label}>
      {rows.map(row => {
        const inside = (
          <>
            {lead && <span className="rc-lead">{at(row, 'lead')}</span>}
            <span className="rc-main">
              <span className="rc-title">{at(row, 'title')}</span>
              <span className="rc-meta">{at(row, 'meta')}</span>
            </span>
            <span className="rc-end">{at(row, 'end')}</span>
          </>
        )
        return (
          <li key={row.id} className={[tone?.(row), lead && 'has-lead'].filter(Boolean).join(' ') || undefined}>
            {selection && (
              <Checkbox
                className="rc-pick"
                checked={selection.chosen.has(row.id)}
                onChange={() => selection.choose(toggled(selection.chosen, [row.id], !selection.chosen.has(row.id)))}
                aria-label={t('list.select', { name: name(row) })}
              />
            )}
            {href ? (
              <Link className="row-card" href={href(row)}>
                {inside}
              </Link>
            ) : (
              <div className="row-card">{inside}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
  if (!selection) return cards
  return (
    <>
      <PickAll className="rc-all" rows={rows} selection={selection} worded />
      {cards}
    </>
  )
}
