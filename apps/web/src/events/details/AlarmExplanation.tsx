import type { Cause, EventDetails } from '@steading/contract/events/events'
import { limitWords } from '@steading/locales/condition'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNow } from '../../platform/page/clock.ts'
import { useLiveState } from '../../live/index.ts'
import { usePhone } from '../../platform/page/phone.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { trendOf } from '../../readings/index.ts'
import { Bold } from '../../ui/Bold.tsx'
import { TimeChart } from '../../ui/chart/TimeChart.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { RecentActuations } from './RecentActuations.tsx'
import { drawnScale, meetsCondition, lineOf, chartPanes, chartWindow } from './alarmChart.ts'
import { readingsQuery } from '../events.queries.ts'
import { RuleLink } from './RuleLink.tsx'
import { type Sentence, describeReading, explainBatchDay, explainCause, explainPlatformEvent } from './explanation.ts'

const nothing: readonly never[] = []

/** Why it fired: a sentence for each condition, and the readings around the alarm. */
export function AlarmExplanation({ event }: { event: EventDetails }) {
  const t = useText()
  const zone = useZone()
  const narrow = usePhone()
  const minute = useNow()
  const { causes } = event
  const batchDay = explainBatchDay(event)
  const readings = useReadings(event, minute)
  // What has just come lies beyond the minute that the readings were asked for.
  const now = Math.max(minute, ...causes.map(cause => lineOf(cause, readings).times.at(-1) ?? 0))
  const panes = useMemo(
    () => chartPanes(event, causes, readings, { now, zone, t, narrow }),
    [event, causes, readings, now, zone, t, narrow],
  )
  const range = useMemo(() => chartWindow(event, causes, now), [event, causes, now])
  return (
    <Card
      title={t(causes.length === 0 ? 'event.why.about' : 'event.why.title')}
      hint={<RuleLink event={event} version={causes[0]?.ruleVersion} />}
      className="why"
    >
      <div className="why-words">
        {causes.length === 0 && (
          <p>
            <SentenceText sentence={explainPlatformEvent(event, { now, zone }, t)} />
          </p>
        )}
        {causes.map(cause => (
          <p key={`${cause.interfaceId} ${limitWords(cause, t)}`}>
            <SentenceText sentence={explainCause(cause, event.openDate, { now, zone }, t)} />{' '}
            {isOngoing(event) && <CurrentReading cause={cause} line={lineOf(cause, readings)} />}
          </p>
        ))}
        {batchDay && (
          <p>
            <SentenceText sentence={batchDay} />
          </p>
        )}
      </div>
      <RecentActuations event={event} />
      {readings.error ? (
        <Failed what={t('event.failed.part')} error={readings.error} retry={readings.retry} />
      ) : (
        causes.length > 0 && (
          <div className={`why-chart panes-${Math.min(panes.length, 3)}`}>
            <TimeChart title={t('event.chart.title')} panes={panes} range={range} />
          </div>
        )
      )}
    </Card>
  )
}

/** Whether the alarm condition is still active, even if the event is closed. */
const isOngoing = ({ status, lasting }: EventDetails): boolean => status !== 'CLOSED' || lasting !== null

/** The readings of the conditions' interfaces, with what comes while one looks. */
function useReadings(event: EventDetails, now: number) {
  const { causes } = event
  const key = [...new Set(causes.map(cause => cause.interfaceId))].join(' ')
  const ids = useMemo(() => key.split(' ').filter(Boolean), [key])
  const { data: series = nothing, error, refetch } = useQuery(readingsQuery(ids, chartWindow(event, causes, now)))
  const live = useLiveState(isOngoing(event) ? ids : nothing)
  return useMemo(() => {
    const tailOf = (id: string) =>
      (live.get(id)?.tail ?? nothing).flatMap(({ value, timestampUtc, good }) =>
        good && typeof value !== 'string' ? [{ at: Date.parse(timestampUtc), value: Number(value) }] : [],
      )
    return {
      series,
      tails: new Map(ids.map(id => [id, tailOf(id)])),
      error: series.length > 0 ? null : error,
      retry: () => void refetch(),
    }
  }, [ids, live, series, error, refetch])
}

const SentenceText = ({ sentence: { key, values } }: { sentence: Sentence }) => <Bold text={key} values={values} />

/** Current reading; red while it meets the condition. */
function CurrentReading({ cause, line }: { cause: Cause; line: ReturnType<typeof lineOf> }) {
  const t = useText()
  const last = line.values.findLast(value => value !== null) ?? undefined
  const sentence = describeReading(cause, last, trendOf(line, drawnScale(cause).decimals), t)
  if (!sentence) return null
  return (
    <span className={last !== undefined && meetsCondition(cause, last) ? 'bad' : undefined}>
      <SentenceText sentence={sentence} />
    </span>
  )
}
