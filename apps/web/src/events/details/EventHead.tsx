import type { Danger } from '@steading/contract/events/danger'
import { type EventDetails, isHelpdesk } from '@steading/contract/events/events'
import { dangerWords } from '@steading/locales/events/danger'
import { age, since } from '@steading/locales/format'
import { IconAlertTriangle, IconHistory, IconHourglassLow } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PlaceLink } from '../../entities/index.ts'
import { useNow } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { SeverityMark, severityWord } from '../../ui/marks/SeverityMark.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { BatchLink } from '../BatchLink.tsx'
import { RuleLink } from './RuleLink.tsx'

/** Title, severity, place, rule and age of an event. */
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
            <PlaceLink entity={event.entity} />
            {event.batch && <BatchLink batch={event.batch} />}
            <RuleLink event={event} />
            <span className="num">
              {t(isHelpdesk(event.category) ? 'helpdesk.number' : 'event.number', { id })} · {lasted}
            </span>
          </>
        }
        actions={actions}
      />
      {event.danger && <DangerLine danger={event.danger} />}
      {event.lasting && (
        <p className="event-past event-lasts">
          <IconAlertTriangle size={16} aria-hidden />
          {t('event.lasting', { time: since(event.lasting.untilUtc, now, zone, t) })}
        </p>
      )}
      {event.nothingFoundAt && (
        <p className="event-past event-lasts">
          <IconAlertTriangle size={16} aria-hidden />
          {t('mail.alarm.again', { time: since(event.nothingFoundAt, now, zone, t) })}
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

/** How long the animals have: an estimate with its error. */
function DangerLine({ danger }: { danger: Danger }) {
  const t = useText()
  const { estimate, band } = dangerWords(danger, t)
  return (
    <p className="event-past event-danger">
      <IconHourglassLow size={18} aria-hidden />
      <span>
        <b>{estimate}</b> {band}
      </span>
    </p>
  )
}
