import type { TaskDetails } from '@steading/contract/tasks/tasks'
import { dateTime, missing } from '@steading/locales/format'
import { useText } from '../../platform/texts.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { TaskStatusMark } from '../TaskMarks.tsx'

/** Each change of a task, the newest first: its status, the note, who and when. */
export function TaskHistory({ task: { changes, timeZone } }: { task: TaskDetails }) {
  const t = useText()
  return (
    <Card title={t('event.changeHistory')} flush>
      {/* A region that scrolls must be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="table-wrap scroll-x" tabIndex={0} aria-label={t('event.changeHistory')}>
        <table className="table task-history">
          <thead>
            <tr>
              <th>{t('event.status.label')}</th>
              <th>{t('ui.notes')}</th>
              <th>{t('user.one')}</th>
              <th>{t('event.occurrence.at')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.toReversed().map(({ status, notes, user, date }) => (
              <tr key={`${date} ${status}`}>
                <td>
                  <TaskStatusMark status={status} />
                </td>
                <td className="task-history-notes">{notes || <span className="dim">{missing}</span>}</td>
                <td>{user?.shortName ?? t('ui.system')}</td>
                <td className="num">{dateTime(date, timeZone, t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
