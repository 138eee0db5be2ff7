import { Button } from '@mantine/core'
import type { Event, EventDetails } from '@steading/contract/events/events'
import { since } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { LazyStatusDialog, changesQuery, solveAction, stepLabel, unsolved } from '../../events/index.ts'
import { interfacesQuery } from '../../interfaces/index.ts'
import { clock } from '../../platform/page/clock.ts'
import { useLiveInterfaces } from '../../live/index.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useMay, useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Link, useGo } from '../../ui/Link.tsx'
import { SeverityMark } from '../../ui/marks/SeverityMark.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { type Alarm } from '../../interfaces/index.ts'
import { valueNow } from './interfaceAlarms.ts'
import { matterNow } from './alarmWords.ts'
import { acknowledge } from './useAlarms.ts'

const none: readonly never[] = []
/** Text for the last step of the responsible user. */
const takenWord = {
  SEEN: 'pinned.takenBy',
  GOING: 'pinned.goingBy',
  CHECKED: 'pinned.checkedBy',
  NOTHING_FOUND: 'pinned.checkedBy',
  SOLVED: 'pinned.takenBy',
  WITHDRAWN: 'pinned.takenBy',
} as const

/** Panel of open critical events above every dashboard, until the value is normal or somebody closes them on site. */
export default function Pinned({
  pinned,
  details,
  alarms,
}: {
  pinned: readonly Event[]
  details: ReadonlyMap<string, EventDetails>
  alarms: ReadonlyMap<string, Alarm>
}) {
  const t = useText()
  const zone = useZone()
  const [first, ...more] = pinned
  if (!first) return null
  // Events closed while their condition is met are missing in lists of unsolved events.
  const closed = more.filter(one => one.lasting)
  const others = more.filter(one => !one.lasting)
  return (
    <section className="pinned" aria-label={t('shell.needsSomeone')}>
      <SeverityMark level="CRITICAL" size={28} />
      <AlarmItem event={first} details={details.get(first.id)} alarms={alarms} />
      {closed.map(one => (
        <Link key={one.id} className="pinned-more" href={to('/events/{eventId}/details', { eventId: one.id })}>
          {one.entity.name}: {one.title}. {closedWords(one, zone, t)}
        </Link>
      ))}
      {others.length > 0 && (
        <Link className="pinned-more" href={to('/events') + writeSearch({ severityLevel: 'CRITICAL', status: unsolved })}>
          {t('pinned.more', { count: others.length })}
        </Link>
      )}
    </section>
  )
}

/** Who closed the event while its condition is met, and when it reopens. */
const closedWords = ({ closedBy, closeDate, openDate, lasting }: Event, zone: string, t: Translate) =>
  t('pinned.closedBy', {
    who: closedBy?.shortName ?? '',
    time: since(closeDate ?? openDate, clock.now(), zone, t),
    until: since(lasting?.untilUtc ?? openDate, clock.now(), zone, t),
  })

function AlarmItem({
  event,
  details,
  alarms,
}: {
  event: Event
  details: EventDetails | undefined
  alarms: ReadonlyMap<string, Alarm>
}) {
  const t = useText()
  const zone = useZone()
  const may = useMay()
  const go = useGo()
  const tellError = useTellError()
  const [busy, setBusy] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const { data: changes = none } = useQuery({ ...changesQuery(event.id), enabled: event.status === 'PENDING' })
  const { takenUp: taken } = event
  const href = to('/events/{eventId}/details', { eventId: event.id })
  const cause = details?.causes[0]
  const alarm = cause && alarms.get(cause.interfaceId)
  const ids = useMemo(() => (cause ? [cause.interfaceId] : []), [cause])
  const { data: found = none } = useQuery(interfacesQuery(ids))
  const [sensor] = useLiveInterfaces(found)
  const now = cause && valueNow(cause, sensor)
  const at = (moment: string) => since(moment, clock.now(), zone, t)
  const from = at(cause?.sinceUtc ?? event.openDate)
  const take = async () => {
    if (!details) return
    setBusy(true)
    try {
      await acknowledge(details)
      toast(t('pinned.acknowledged'))
    } catch (error) {
      await tellError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className="pinned-text">
        <Link href={href}>
          <strong>
            {event.entity.name}: {event.title}
          </strong>
        </Link>
        <span className="num">
          {cause ? matterNow(cause, now, alarm, from, t) : t('pinned.since', { time: from })}{' '}
          {event.lasting
            ? closedWords(event, zone, t)
            : taken
              ? t(takenWord[taken.step ?? 'SEEN'], { who: taken.name, time: at(taken.date) })
              : t(event.status === 'OPEN' ? 'pinned.nobody' : 'pinned.taken')}
          {taken?.notes && <span className="ink"> {t('event.note', { note: taken.notes })}</span>}
        </span>
      </div>
      <div className="pinned-actions">
        {event.status === 'OPEN' && may('events.update') && (
          <Button variant="default" disabled={!details || busy} onClick={() => void take()}>
            {t('alarm.acknowledge')}
          </Button>
        )}
        {event.status === 'PENDING' && may('events.update') && (
          <Button variant="default" disabled={!details} onClick={() => setClosing(true)}>
            {t(stepLabel.SOLVED)}
          </Button>
        )}
        <Button color="red" onClick={() => go(href)}>
          {t('pinned.open')}
        </Button>
      </div>
      {isClosing && details && (
        <LazyStatusDialog event={details} action={solveAction(details, changes)} close={() => setClosing(false)} />
      )}
    </>
  )
}
