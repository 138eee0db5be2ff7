import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { missing } from '@steading/locales/format'
import { isValidElement, type ReactNode } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { Link } from '../../Link.tsx'
import type { Body, Column } from './columns.ts'
import { PickAll } from './SelectPage.tsx'
import { toggled } from './selection.ts'

/** Is there nothing in a cell, or the dash that stands for nothing? What a component draws is not known. */
function isBlank(content: ReactNode): boolean {
  if (content === null || content === undefined || typeof content === 'boolean') return true
  if (Array.isArray(content)) return content.every(isBlank)
  if (isValidElement<{ children?: ReactNode }>(content)) {
    const { children } = content.props
    return typeof content.type === 'string' && children !== undefined && isBlank(children)
  }
  return content === '' || content === missing
}

/** The cards of a phone: mark, title and what belongs to it, age or value. Each is one link. */
export function Cards<T extends { readonly id: string }>({ label, rows, columns, name, href, tone, selection }: Body<T>) {
  const t = useText()
  const at = (row: T, place: Column<T>['card']) =>
    columns
      .filter(column => column.card === place && column.only !== 'table')
      .map(column => ({ ...column, content: column.cell(row) }))
      // A table has a head above each cell; on a card a dash would stand for nothing in particular.
      .filter(({ content }) => place !== 'meta' || !isBlank(content))
      .map(({ key, right, content }) => (
        <span key={key} className={right ? 'num' : undefined}>
          {content}
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
