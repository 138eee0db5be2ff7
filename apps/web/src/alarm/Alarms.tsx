import type { LinkedAlarms } from '@steading/contract/events/events'
import { since } from '@steading/locales/format'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { to } from '../platform/navigation/paths.ts'
import { stateOf } from '../events/index.ts'
import { useNow } from '../platform/page/clock.ts'
import { writeSearch } from '../platform/navigation/search.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { EventState } from '../ui/marks/EventState.tsx'
import { SeverityMark } from '../ui/marks/SeverityMark.tsx'

/** What one message told of together: each leads to where it is answered. */
export function Alarms({ of: { alarms, count, reader, timeZone } }: { of: LinkedAlarms }) {
  const t = useText()
  const now = useNow()
  return (
    <>
      <div>
        <h1>{t('alarm.link.alarms', { count })}</h1>
        <p>{t('alarm.link.choose')}</p>
      </div>
      <ul className="alarm-list">
        {alarms.map(alarm => (
          <li key={alarm.eventId}>
            <Link href={to('/alarm') + writeSearch({ event: alarm.eventId })} data-over={alarm.status === 'CLOSED' || undefined}>
              <SeverityMark level={alarm.severityLevel} size={20} />
              <span>
                <b>{alarm.title}</b>
                <span>{alarm.place}</span>
                <small className="num">
                  {since(alarm.openDate, now, timeZone, t)} <EventState {...stateOf(alarm)} />
                </small>
              </span>
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
      {count > alarms.length && <p>{t('digest.more', { count: count - alarms.length })}</p>}
      <p className="alarm-as">{t('alarm.link.as', { name: reader })}</p>
    </>
  )
}

export function BackToAll() {
  const t = useText()
  return (
    <Link href={to('/alarm')} className="alarm-back">
      <IconChevronLeft size={20} aria-hidden />
      {t('alarm.link.back')}
    </Link>
  )
}
