import type { Event } from '@steading/contract/events/events'
import { duration } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { IconChevronRight } from '@tabler/icons-react'
import { to } from '../../platform/navigation/paths.ts'
import { stateOf } from '../../events/index.ts'
import { useNow } from '../../platform/page/clock.ts'
import { usePollEvery } from '../../live/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { EventState } from '../../ui/marks/EventState.tsx'
import { SeverityMark } from '../../ui/marks/SeverityMark.tsx'
import { Age } from '../../ui/page/time/Age.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { ruleEventsQuery } from '../rules.queries.ts'
import '../rules.css'

/** Latest events of a rule, newest first. */
export function RuleEvents({ ruleId }: { ruleId: string }) {
  const t = useText()
  const refetchInterval = usePollEvery()
  const { data: page, error, refetch } = useQuery({ ...ruleEventsQuery(ruleId), refetchInterval })
  return (
    <Card
      title={t('rule.events')}
      hint={page && page.totalElements > 0 && t('count.events', { count: page.totalElements })}
      flush
    >
      {page ? (
        page.content.length > 0 ? (
          <ul className="rule-events">
            {page.content.map(event => (
              <li key={event.id}>
                <Link href={to('/events/{eventId}/details', { eventId: event.id })}>
                  <EventRow event={event} />
                  <IconChevronRight size={16} aria-hidden />
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p className="rule-quiet dim">{t('rule.noEvents')}</p>
        )
      ) : error ? (
        <Failed what={t('failed.list')} error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons rows={3} />
      )}
    </Card>
  )
}

function EventRow({ event }: { event: Event }) {
  const t = useText()
  const now = useNow()
  const seconds = (Date.parse(event.closeDate ?? '') || now) - Date.parse(event.openDate)
  return (
    <>
      <SeverityMark level={event.severityLevel} />
      <span className="two">
        <span>{event.title}</span>
        <span>
          {event.closeDate ? (
            <>
              <Age at={event.openDate} /> · {t('rule.lasted', { duration: duration(seconds / 1000, t) })}
            </>
          ) : (
            t('event.openFor', { age: duration(seconds / 1000, t) })
          )}
        </span>
      </span>
      <EventState {...stateOf(event)} />
    </>
  )
}
