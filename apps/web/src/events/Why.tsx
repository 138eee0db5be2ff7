import type { Cause, EventDetails } from '@steading/contract/events'
import { limitWords } from '@steading/locales/condition'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNow } from '../platform/clock.ts'
import { useHeard } from '../platform/live.ts'
import { usePhone } from '../platform/phone.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { trendOf } from '../platform/trend.ts'
import { Bold } from '../ui/Bold.tsx'
import { TimeChart } from '../ui/chart/TimeChart.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Before } from './Before.tsx'
import { drawnScale, lasts, lineOf, panesOf, windowOf } from './around.ts'
import { windowQuery } from './events.queries.ts'
import { RuleLink } from './RuleLink.tsx'
import { type Said, nowOf, whyOf, whyWithout } from './why.ts'

const nothing: readonly never[] = []

/** Why it fired: a sentence for each condition, and the readings around the alarm. */
export function Why({ event }: { event: EventDetails }) {
  const t = useText()
  const zone = useZone()
  const narrow = usePhone()
  const minute = useNow()
  const { causes } = event
  const readings = useReadings(event, minute)
  // What has just come lies beyond the minute that the readings were asked for.
  const now = Math.max(minute, ...causes.map(cause => lineOf(cause, readings).times.at(-1) ?? 0))
  const panes = useMemo(
    () => panesOf(event, causes, readings, { now, zone, t, narrow }),
    [event, causes, readings, now, zone, t, narrow],
  )
  const range = useMemo(() => windowOf(event, causes, now), [event, causes, now])
  return (
    <Card
      title={t(causes.length === 0 ? 'event.why.about' : 'event.why.title')}
      hint={<RuleLink event={event} version={causes[0]?.ruleVersion} />}
      className="why"
    >
      <div className="why-words">
        {causes.length === 0 && (
          <p>
            <Sentence said={whyWithout(event, { now, zone }, t)} />
          </p>
        )}
        {causes.map(cause => (
          <p key={`${cause.interfaceId} ${limitWords(cause, t)}`}>
            <Sentence said={whyOf(cause, event.openDate, { now, zone }, t)} />{' '}
            {stands(event) && <Now cause={cause} line={lineOf(cause, readings)} />}
          </p>
        ))}
      </div>
      <Before event={event} />
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

/** What it tells of is not over, closed or not. */
const stands = ({ status, lasting }: EventDetails): boolean => status !== 'CLOSED' || lasting !== null

/** The readings of the conditions' interfaces, with what comes while one looks. */
function useReadings(event: EventDetails, now: number) {
  const { causes } = event
  const key = [...new Set(causes.map(cause => cause.interfaceId))].join(' ')
  const ids = useMemo(() => key.split(' ').filter(Boolean), [key])
  const { data: series = nothing, error, refetch } = useQuery(windowQuery(ids, windowOf(event, causes, now)))
  const heard = useHeard(stands(event) ? ids : nothing)
  return useMemo(() => {
    const tailOf = (id: string) =>
      (heard.get(id)?.tail ?? nothing).flatMap(({ value, timestampUtc, good }) =>
        good && typeof value !== 'string' ? [{ at: Date.parse(timestampUtc), value: Number(value) }] : [],
      )
    return {
      series,
      tails: new Map(ids.map(id => [id, tailOf(id)])),
      error: series.length > 0 ? null : error,
      retry: () => void refetch(),
    }
  }, [ids, heard, series, error, refetch])
}

const Sentence = ({ said: { key, values } }: { said: Said }) => <Bold text={key} values={values} />

/** What it reads now; red while the danger lasts. */
function Now({ cause, line }: { cause: Cause; line: ReturnType<typeof lineOf> }) {
  const t = useText()
  const last = line.values.findLast(value => value !== null) ?? undefined
  const said = nowOf(cause, last, trendOf(line, drawnScale(cause).decimals), t)
  if (!said) return null
  return (
    <span className={last !== undefined && lasts(cause, last) ? 'bad' : undefined}>
      <Sentence said={said} />
    </span>
  )
}
