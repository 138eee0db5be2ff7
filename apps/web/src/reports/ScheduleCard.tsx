import { dateTime } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { data } from '../platform/api/api.ts'
import { useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { ScheduleActions } from './ScheduleActions.tsx'
import { calls } from './reports.queries.ts'
import { recurrenceText, typeWord } from './reportWords.tsx'
import './reports.css'

const MOST = 50

/** The recurring reports, the next one first; nothing where there is none. */
export function ScheduleCard() {
  const t = useText()
  const zone = useZone()
  const {
    data: page,
    error,
    refetch,
  } = useQuery({
    queryKey: ['reports', 'schedules'],
    queryFn: ({ signal }) => data(calls.schedules({ query: { itemsPerPage: MOST } }, { signal })),
  })
  if (!page) return error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : null
  if (page.content.length === 0) return null
  return (
    <Card title={t('report.schedules')} hint={page.totalElements > MOST ? t('report.firstOf', { count: MOST }) : undefined}>
      <ul className="schedules">
        {page.content.map(schedule => (
          <li key={schedule.id}>
            <div className="schedule-text">
              <b>{schedule.displayName}</b>
              <span>{`${typeWord(schedule.type, t)} (${schedule.format}) · ${schedule.entity.displayName}`}</span>
              <span>{`${recurrenceText(schedule.recurrence, t)} (${schedule.timeZone})`}</span>
              <span>{t('report.nextOn', { at: dateTime(schedule.nextUtc, zone, t) })}</span>
              {schedule.recipients.length > 0 && (
                <span>{`${t('report.recipients')}: ${schedule.recipients.map(({ shortName }) => shortName).join(', ')}`}</span>
              )}
            </div>
            <ScheduleActions id={schedule.id} name={schedule.displayName} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
