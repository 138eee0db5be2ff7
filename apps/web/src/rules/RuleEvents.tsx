import type { Event } from '@steading/contract/events'
import { duration } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { IconChevronRight } from '@tabler/icons-react'
import { to } from '../app/index.ts'
import { stateOf } from '../events/index.ts'
import { useNow } from '../platform/clock.ts'
import { usePollEvery } from '../platform/live.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { EventState } from '../ui/marks/EventState.tsx'
import { SeverityMark } from '../ui/marks/SeverityMark.tsx'
import { Age } from '../ui/page/Age.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { ruleEventsQuery } from './rules.queries.ts'
import './rules.css'

/** What a rule has opened lately, newest first. */
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
            {page.content.map(one => (
              <li key={one.id}>
                <Link href={to('/events/{eventId}/details', { eventId: one.id })}>
                  <EventRow of={one} />
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

function EventRow({ of }: { of: Event }) {
  const t = useText()
  const now = useNow()
  const seconds = (Date.parse(of.closeDate ?? '') || now) - Date.parse(of.openDate)
  return (
    <>
      <SeverityMark level={of.severityLevel} />
      <span className="two">
        <span>{of.title}</span>
        <span>
          {of.closeDate ? (
            <>
              <Age at={of.openDate} /> · {t('rule.lasted', { duration: duration(seconds / 1000, t) })}
            </>
          ) : (
            t('event.openFor', { age: duration(seconds / 1000, t) })
          )}
        </span>
      </span>
      <EventState {...stateOf(of)} />
    </>
  )
}
