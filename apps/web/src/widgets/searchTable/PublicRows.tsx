import type { Severity } from '@steading/contract/events/kinds'
import type { PublicContent, PublicTable } from '@steading/contract/widgets/publicContent'
import type { TableColumn, TableSubject } from '@steading/contract/widgets/types/data/searchTable'
import { dateTime, missing, number } from '@steading/locales/format'
import { speciesName } from '@steading/locales/production'
import type { TextKey, Translate } from '@steading/locales/text'
import type { ReactNode } from 'react'
import { valueText } from '../../interfaces/index.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { DeploymentPill } from '../../rules/index.ts'
import '../../ui/list/list.css'
import { SeverityMark } from '../../ui/marks/SeverityMark.tsx'
import { StatusPill } from '../../ui/marks/StatusPill.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { FetchedBody } from '../FetchedBody.tsx'
import type { SourceQuery } from '../source/source.ts'
import { WidgetNote } from '../WidgetNote.tsx'

type Table = NonNullable<PublicContent['table']>
type RowOf<S extends TableSubject> = Extract<PublicTable, { subject: S }>['rows'][number]
interface PublicColumn<R> {
  readonly column: TableColumn
  readonly head: TextKey
  readonly cell: (row: R) => ReactNode
}
/** What a list shows of a row: its name with a mark and its place, then columns. */
interface Layout<R> {
  readonly name: TextKey
  readonly mark?: (row: R) => ReactNode
  readonly columns: readonly PublicColumn<R>[]
}
interface Words {
  readonly t: Translate
  readonly when: (at: string | null | undefined) => ReactNode
}

const eventWord = { OPEN: 'event.status.open', PENDING: 'event.status.pending', CLOSED: 'event.status.closed' } as const
const taskWord = {
  TODO: 'task.status.todo',
  IN_PROGRESS: 'task.status.inProgress',
  WAITING_APPROVAL: 'task.status.waitingApproval',
  DONE: 'task.status.done',
  CANCELLED: 'task.status.cancelled',
} as const

const mark = (level: Severity | undefined) => level && <SeverityMark level={level} />
const pill = (isOk: boolean | undefined, word: TextKey, other: TextKey, t: Translate, offTone: 'error' | 'idle') => (
  <StatusPill tone={isOk ? 'ok' : offTone}>{t(isOk ? word : other)}</StatusPill>
)

/** The layout of each list. */
const layouts: { readonly [S in TableSubject]: (words: Words) => Layout<RowOf<S>> } = {
  EVENTS: ({ t, when }) => ({
    name: 'event.title',
    mark: row => mark(row.severity),
    columns: [
      { column: 'status', head: 'event.status.label', cell: ({ status }) => status && t(eventWord[status]) },
      { column: 'opened', head: 'event.opened', cell: row => when(row.openDate) },
    ],
  }),
  TASKS: ({ t, when }) => ({
    name: 'task.title',
    mark: row => mark(row.priority),
    columns: [
      { column: 'status', head: 'event.status.label', cell: ({ status }) => status && t(taskWord[status]) },
      { column: 'due', head: 'task.dueDate', cell: row => when(row.dueDate) },
    ],
  }),
  RULES: () => ({
    name: 'rule.one',
    columns: [
      {
        column: 'status',
        head: 'rule.deployment',
        cell: ({ deploymentStatus }) => deploymentStatus && <DeploymentPill status={deploymentStatus} />,
      },
    ],
  }),
  INTERFACES: ({ t, when }) => ({
    name: 'interface.one',
    columns: [
      {
        column: 'value',
        head: 'interface.value',
        cell: ({ reading }) =>
          reading && (
            <span className="num">
              {[valueText(reading, reading.value, t), reading.value !== null && reading.unit].filter(Boolean).join(' ')}
            </span>
          ),
      },
      { column: 'reading', head: 'reading.one', cell: row => when(row.at) },
    ],
  }),
  TERMINALS: ({ t, when }) => ({
    name: 'terminal.one',
    columns: [
      {
        column: 'connected',
        head: 'terminal.connection',
        cell: row => pill(row.connected, 'terminal.connected', 'terminal.notConnected', t, 'error'),
      },
      { column: 'contact', head: 'terminal.lastContact', cell: row => when(row.lastCommunication) },
    ],
  }),
  BATCHES: ({ t, when }) => ({
    name: 'batch.code',
    columns: [
      { column: 'species', head: 'species.one', cell: ({ species }) => species && speciesName(species, t) },
      {
        column: 'animals',
        head: 'batch.animals',
        cell: ({ animals }) => animals !== undefined && <span className="num">{number(animals, t)}</span>,
      },
      {
        column: 'status',
        head: 'event.status.label',
        cell: row => pill(row.isOpen, 'batch.status.open', 'batch.status.closed', t, 'idle'),
      },
      { column: 'opened', head: 'batch.openDate', cell: row => when(row.openDate) },
    ],
  }),
}

/** The first rows of a list as a public link shows them: without search, and leading nowhere. */
export function PublicRows({
  name,
  query,
  hiddenColumns,
}: {
  name: string
  query: SourceQuery<Table>
  hiddenColumns: readonly TableColumn[]
}) {
  const t = useText()
  return (
    <div className="public-rows">
      <FetchedBody query={query} waiting={<Skeletons rows={3} />}>
        {({ total, content }) =>
          total === 0 ? (
            <WidgetNote>{t('widget.searchTable.none')}</WidgetNote>
          ) : (
            <RowsTable name={name} table={content} total={total} hiddenColumns={hiddenColumns} />
          )
        }
      </FetchedBody>
    </div>
  )
}

function RowsTable({
  name,
  table,
  total,
  hiddenColumns,
}: {
  name: string
  table: PublicTable
  total: number
  hiddenColumns: readonly TableColumn[]
}) {
  const t = useText()
  const zone = useZone()
  const when = (at: string | null | undefined) => <span className="num">{at ? dateTime(at, zone, t) : missing}</span>
  const layout = layouts[table.subject]({ t, when }) as Layout<RowOf<TableSubject>> // safe: of this subject, as the rows
  const columns = layout.columns.filter(({ column }) => !hiddenColumns.includes(column))
  const rows: readonly RowOf<TableSubject>[] = table.rows
  return (
    <>
      {/* A region that scrolls must be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="table-wrap scroll-x" tabIndex={0} aria-label={name}>
        <table className="table">
          <thead>
            <tr>
              <th>{t(layout.name)}</th>
              {columns.map(({ column, head }) => (
                <th key={column}>{t(head)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // Rows carry no ids: nothing that is not shown leaves the server.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>
                  <span className="title-cell">
                    {layout.mark?.(row)}
                    <span className="two">
                      <span>{row.name}</span>
                      <span>{row.place}</span>
                    </span>
                  </span>
                </td>
                {columns.map(({ column, cell }) => (
                  <td key={column}>{cell(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > rows.length && (
        <p className="public-rows-more dim">{t('widget.publicTable.more', { shown: rows.length, total })}</p>
      )}
    </>
  )
}
