import type { PublicContent, PublicTable } from '@steading/contract/widgets/publicContent'
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
interface Row {
  readonly mark?: ReactNode
  readonly name: string
  readonly place: string
  /** Cells after the name and the place. */
  readonly cells: readonly ReactNode[]
}
interface Rows {
  readonly heads: readonly [name: TextKey, ...rest: TextKey[]]
  readonly rows: readonly Row[]
}

const eventWord = { OPEN: 'event.status.open', PENDING: 'event.status.pending', CLOSED: 'event.status.closed' } as const
const taskWord = {
  TODO: 'task.status.todo',
  IN_PROGRESS: 'task.status.inProgress',
  WAITING_APPROVAL: 'task.status.waitingApproval',
  DONE: 'task.status.done',
  CANCELLED: 'task.status.cancelled',
} as const

/** The columns of a list, by its subject. */
export function rowsOf(table: PublicTable, zone: string, t: Translate): Rows {
  const when = (at: string | null) => <span className="num">{at === null ? missing : dateTime(at, zone, t)}</span>
  switch (table.subject) {
    case 'EVENTS':
      return {
        heads: ['event.title', 'event.status.label', 'event.opened'],
        rows: table.rows.map(({ severity, status, openDate, ...row }) => ({
          ...row,
          mark: <SeverityMark level={severity} />,
          cells: [t(eventWord[status]), when(openDate)],
        })),
      }
    case 'TASKS':
      return {
        heads: ['task.title', 'event.status.label', 'task.dueDate'],
        rows: table.rows.map(({ priority, status, dueDate, ...row }) => ({
          ...row,
          mark: <SeverityMark level={priority} />,
          cells: [t(taskWord[status]), when(dueDate)],
        })),
      }
    case 'RULES':
      return {
        heads: ['rule.one', 'rule.deployment'],
        rows: table.rows.map(({ deploymentStatus, ...row }) => ({
          ...row,
          cells: [<DeploymentPill key="status" status={deploymentStatus} />],
        })),
      }
    case 'INTERFACES':
      return {
        heads: ['interface.one', 'interface.value', 'reading.one'],
        rows: table.rows.map(({ value, unit, at, category, decimals, ...row }) => ({
          ...row,
          cells: [
            <span key="value" className="num">
              {[valueText({ category, decimals }, value, t), value !== null && unit].filter(Boolean).join(' ')}
            </span>,
            when(at),
          ],
        })),
      }
    case 'TERMINALS':
      return {
        heads: ['terminal.one', 'terminal.connection', 'terminal.lastContact'],
        rows: table.rows.map(({ connected, lastCommunication, ...row }) => ({
          ...row,
          cells: [
            <StatusPill key="status" tone={connected ? 'ok' : 'error'}>
              {t(connected ? 'terminal.connected' : 'terminal.notConnected')}
            </StatusPill>,
            when(lastCommunication),
          ],
        })),
      }
    case 'BATCHES':
      return {
        heads: ['batch.code', 'species.one', 'batch.animals', 'event.status.label', 'batch.openDate'],
        rows: table.rows.map(({ species, animals, isOpen, openDate, ...row }) => ({
          ...row,
          cells: [
            speciesName(species, t),
            <span key="animals" className="num">
              {number(animals, t)}
            </span>,
            <StatusPill key="status" tone={isOpen ? 'ok' : 'idle'}>
              {t(isOpen ? 'batch.status.open' : 'batch.status.closed')}
            </StatusPill>,
            when(openDate),
          ],
        })),
      }
  }
}

/** The first rows of a list as a public link shows them: without search, and leading nowhere. */
export function PublicRows({ name, query }: { name: string; query: SourceQuery<Table> }) {
  const t = useText()
  return (
    <div className="public-rows">
      <FetchedBody query={query} waiting={<Skeletons rows={3} />}>
        {({ total, content }) =>
          total === 0 ? (
            <WidgetNote>{t('widget.searchTable.none')}</WidgetNote>
          ) : (
            <RowsTable name={name} table={content} total={total} />
          )
        }
      </FetchedBody>
    </div>
  )
}

function RowsTable({ name, table, total }: { name: string; table: PublicTable; total: number }) {
  const t = useText()
  const zone = useZone()
  const { heads, rows } = rowsOf(table, zone, t)
  return (
    <>
      {/* A region that scrolls must be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="table-wrap scroll-x" tabIndex={0} aria-label={name}>
        <table className="table">
          <thead>
            <tr>
              {heads.map(head => (
                <th key={head}>{t(head)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ mark, name: title, place, cells }, index) => (
              // Rows carry no ids: nothing that is not shown leaves the server.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>
                  <span className="title-cell">
                    {mark}
                    <span className="two">
                      <span>{title}</span>
                      <span>{place}</span>
                    </span>
                  </span>
                </td>
                {cells.map((cell, column) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={column}>{cell}</td>
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
