import type { EventDetails } from '@steading/contract/events/events'
import { dateTime, since } from '@steading/locales/format'
import { useState } from 'react'
import { useNow } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { answerNote } from './answerNote.ts'
import { type Change, changeWord } from './progress.ts'

const first = 4

/** What was done to it, newest first, with the notes that people left. */
export function Timeline({ event, changes }: { event: EventDetails; changes: readonly Change[] }) {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const [all, showAll] = useState(false)
  const nobody = t(event.ruleName === null ? 'ui.system' : 'rule.one')
  const shown = all ? changes : changes.slice(0, first)
  return (
    <Card title={t('event.timeline')}>
      <ol className="timeline">
        {shown.map(({ status, date, user, name, notes, ...answer }, at) => (
          <li key={`${date} ${status}`}>
            <time className="num" dateTime={date} title={dateTime(date, zone, t)}>
              {since(date, now, zone, t)}
            </time>
            <div>
              <b>{user?.shortName ?? name ?? nobody}</b>
              <p>
                {[t(changeWord(event, changes, at)), answerNote({ ...answer, date }, zone, t)].filter(Boolean).join(' · ')}
                {notes && <span className="ink"> {t('event.note', { note: notes })}</span>}
              </p>
            </div>
          </li>
        ))}
      </ol>
      {changes.length > first && (
        <button type="button" className="timeline-more" onClick={() => showAll(!all)}>
          {all ? t('ui.showFewer') : t('ui.showAll', { count: changes.length - first })}
        </button>
      )}
    </Card>
  )
}
