import type { EntityOverview } from '@steading/contract/entities/analytics'
import { csv } from '@steading/locales/csv'
import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import { Swatch } from '../ui/chart/Swatch.tsx'
import { Link } from '../ui/Link.tsx'
import { download } from '../ui/list/export/download.ts'

/** A column of figures. */
export interface Figure<R> {
  readonly label: string
  readonly value: (row: R) => number | null
  readonly text: (value: number | null) => string
  /** Where the figure leads. */
  readonly href?: (row: R) => string | undefined
}

/** Entities in rows, figures in columns; saved as a table for spreadsheets. */
export function FigureTable<R extends { readonly entity: EntityOverview['entity'] }>({
  title,
  rows,
  figures,
  seriesOf,
}: {
  title: string
  rows: readonly R[]
  figures: readonly Figure<R>[]
  /** The series of the line of a row. */
  seriesOf?: (index: number) => number
}) {
  const t = useText()
  const save = () => {
    const head = [t('analytics.entity'), ...figures.map(({ label }) => label)]
    const body = rows.map(row => [row.entity.displayName, ...figures.map(({ value }) => value(row))])
    download(`${title}.csv`, csv([head, ...body], t))
  }
  return (
    <>
      {/* A region that scrolls must be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="table-wrap scroll-x" tabIndex={0} aria-label={title}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('analytics.entity')}</th>
              {figures.map(({ label }) => (
                <th key={label} scope="col" className="right">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.entity.id}>
                <th scope="row">
                  {seriesOf && <Swatch series={seriesOf(index)} />} {row.entity.displayName}
                </th>
                {figures.map(({ label, value, text, href }) => (
                  <td key={label} className="right num">
                    <FigureCell text={text(value(row))} href={href?.(row)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="analytics-export">
        <Button variant="subtle" size="xs" leftSection={<IconFileSpreadsheet size={16} aria-hidden />} onClick={save}>
          {t('analytics.saveTable')}
        </Button>
      </div>
    </>
  )
}

const FigureCell = ({ text, href }: { text: string; href: string | undefined }) =>
  href === undefined ? text : <Link href={href}>{text}</Link>
