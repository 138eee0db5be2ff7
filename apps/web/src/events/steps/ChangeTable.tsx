import { type EventDetails, isHelpdesk } from '@steading/contract/events/events'
import { STEP_WORDS } from '@steading/locales/events/stepWords'
import { dateTime, missing } from '@steading/locales/format'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { EventState } from '../../ui/marks/EventState.tsx'
import { Card } from '../../ui/page/Card.tsx'
import type { Change } from './progress.ts'
import { statusMark } from '../words.ts'
import { answerNote } from './answerNote.ts'

/** Maximum number of characters shown of a note. */
const longest = 1_000

/** Each change: what it was set to, when, by whom, and what they noted. */
export function ChangeTable({ event, changes }: { event: EventDetails; changes: readonly Change[] }) {
  const t = useText()
  const zone = useZone()
  const nobody = t(event.ruleName === null ? 'ui.system' : 'rule.one')
  return (
    <Card title={t('event.changeHistory')} flush>
      {/* A region that scrolls must be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="table-wrap scroll-x" tabIndex={0} aria-label={t('event.changeHistory')}>
        <table className="table change-table">
          <thead>
            <tr>
              <th>{t('event.status.label')}</th>
              <th>{t('ui.notes')}</th>
              <th>{t('user.one')}</th>
              <th>{t('event.occurrence.at')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ status, notes, user, name, step, note, date, ...answer }) => (
              <tr key={`${date} ${status}`}>
                <td className="change-mark">
                  <EventState step={statusMark[status]} />
                  {note && <small className="change-step">{t('event.timeline.noted')}</small>}
                  {step && step !== 'SOLVED' && !isHelpdesk(event.category) && (
                    <small className="change-step">{t(STEP_WORDS[step])}</small>
                  )}
                </td>
                <td className="change-notes">
                  {[answerNote({ ...answer, date }, zone, t), notes.slice(0, longest)].filter(Boolean).join(' · ') || (
                    <span className="dim">{missing}</span>
                  )}
                </td>
                <td className="change-who">{user?.shortName ?? name ?? nobody}</td>
                <td className="num change-at">{dateTime(date, zone, t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
