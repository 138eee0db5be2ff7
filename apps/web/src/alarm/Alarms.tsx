import type { LinkedAlarms } from '@steading/contract/events'
import { since } from '@steading/locales/format'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { to } from '../app/index.ts'
import { stateOf } from '../events/index.ts'
import { useNow } from '../platform/clock.ts'
import { writeSearch } from '../platform/search.ts'
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
        {alarms.map(one => (
          <li key={one.eventId}>
            <Link href={to('/alarm') + writeSearch({ event: one.eventId })} data-over={one.status === 'CLOSED' || undefined}>
              <SeverityMark level={one.severityLevel} size={20} />
              <span>
                <b>{one.title}</b>
                <span>{one.place}</span>
                <small className="num">
                  {since(one.openDate, now, timeZone, t)} <EventState {...stateOf(one)} />
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
