import { type EventDetails, isHelpdesk } from '@steading/contract/events'
import { age, since } from '@steading/locales/format'
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PlaceLink } from '../entities/index.ts'
import { useNow } from '../platform/clock.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { SeverityMark, severityWord } from '../ui/marks/SeverityMark.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { BatchLink } from './BatchField.tsx'
import { RuleLink } from './RuleLink.tsx'

/** What it is, how bad, where, by which rule, and since when. */
export function EventHead({
  event,
  back,
  actions,
  stacked = false,
}: {
  event: EventDetails
  back: NonNullable<Parameters<typeof PageHead>[0]['back']>
  actions: ReactNode
  stacked?: boolean
}) {
  const t = useText()
  const now = useNow(30)
  const zone = useZone()
  const { id, severityLevel, openDate, closeDate } = event
  const lasted =
    closeDate === null
      ? t('event.openFor', { age: age(openDate, now, t) })
      : t('event.closedAfter', { age: age(openDate, closeDate, t) })
  return (
    <>
      <PageHead
        back={back}
        stacked={stacked}
        title={event.title}
        mark={<SeverityMark level={severityLevel} size={22} mute />}
        meta={
          <>
            <span className={`sev sev-${severityLevel.toLowerCase()}`}>{t(severityWord[severityLevel])}</span>
            <PlaceLink of={event.entity} />
            {event.batch && <BatchLink of={event.batch} />}
            <RuleLink event={event} />
            <span className="num">
              {t(isHelpdesk(event.category) ? 'helpdesk.number' : 'event.number', { id })} · {lasted}
            </span>
          </>
        }
        actions={actions}
      />
      {event.lasting && (
        <p className="event-past event-lasts">
          <IconAlertTriangle size={16} aria-hidden />
          {t('event.lasting', { time: since(event.lasting.untilUtc, now, zone, t) })}
        </p>
      )}
      {event.past && (
        <p className="event-past">
          <IconHistory size={16} aria-hidden />
          {t('event.past')}
        </p>
      )}
    </>
  )
}
