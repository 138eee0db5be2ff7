import { isRelative } from '@steading/contract/events/comparison'
import { kindOf } from '@steading/contract/devices/categories'
import type { Cause, Event } from '@steading/contract/events/events'
import { canonicalOperator } from '@steading/contract/rules/operators'
import type { Series } from '@steading/contract/devices/readings'
import { readingWords, scaleOf, thresholdWords } from '@steading/locales/condition'
import { duration, since } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { compare } from '@steading/rules/values/compare'
import { hourly } from '../../readings/index.ts'
import type { Line, Mark, Pane } from '../../ui/chart/draw/lines.ts'

const minute = 60_000
const hour = 60 * minute
const before = hour
const after = 30 * minute

type EventPeriod = Pick<Event, 'openDate' | 'closeDate'>

const firstBegin = ({ openDate }: EventPeriod, causes: readonly Cause[]) =>
  Math.min(Date.parse(openDate), ...causes.map(cause => Date.parse(cause.sinceUtc)))

/** What the chart shows: from an hour before the first condition began until half an hour after the end, or now. */
export function chartWindow(alarm: EventPeriod, causes: readonly Cause[], now: number): readonly [from: number, to: number] {
  const end = alarm.closeDate === null ? now : Math.min(Date.parse(alarm.closeDate) + after, now)
  const from = firstBegin(alarm, causes) - before
  // What has just opened may be newer than what the page takes for now: its line must still be on the chart.
  return [from, Math.max(end, from + before, Date.parse(alarm.openDate) + minute)]
}

/** A point that came while the page was open. */
export interface Point {
  readonly at: number
  readonly value: number
}

interface Readings {
  readonly series: readonly Series[]
  /** Newer ones by interface, oldest first. */
  readonly tails: ReadonlyMap<string, readonly Point[]>
}

/** Of what the chart draws: readings, and of a counter its growth in an hour. */
export const drawnScale = ({ category, unit }: Cause) => scaleOf({ category, unit })

/** The series of a condition's interface, what has come since put behind it. A register is shown as its growth in an hour. */
export function lineOf(cause: Cause, { series, tails }: Readings): Pick<Line, 'times' | 'values' | 'low' | 'high'> {
  const found = series.find(series => series.interfaceId === cause.interfaceId)
  if (!found) return { times: [], values: [] }
  if (kindOf(cause) === 'COUNTER')
    return {
      times: found.times,
      values: hourly(found),
    }
  const last = found.times.at(-1) ?? Number.NEGATIVE_INFINITY
  const tail = (tails.get(cause.interfaceId) ?? []).filter(point => point.at > last)
  return {
    times: [...found.times, ...tail.map(point => point.at)],
    values: [...found.values, ...tail.map(point => point.value)],
    ...(typeof cause.reading !== 'boolean' && found.min && found.max && { low: found.min, high: found.max }),
  }
}

/** Whether the limit is of the same kind as what the chart draws. */
const hasDrawnLimit = (cause: Cause): cause is Cause & { readonly threshold: number } =>
  typeof cause.threshold === 'number' && (kindOf(cause) === 'COUNTER' || (kindOf(cause) === 'GAUGE' && !isRelative(cause)))

/** Whether a later reading still meets the condition. */
export function meetsCondition(cause: Cause, value: number): boolean {
  const operator = canonicalOperator(cause.operator)
  return operator !== undefined && hasDrawnLimit(cause) && compare(value, operator, cause.threshold)
}

interface ChartContext {
  readonly now: number
  readonly zone: string
  readonly t: Translate
  /** A narrow chart has less room for words. */
  readonly narrow: boolean
}

/**
 * The readings around an alarm, one pane for each unit: limits, the time that each condition had to last in orange, the alarm
 * in red, and when each of these began.
 */
export function chartPanes(
  alarm: EventPeriod,
  causes: readonly Cause[],
  readings: Readings,
  setting: ChartContext,
): readonly Pane[] {
  const { now, zone, t, narrow } = setting
  const width = narrow ? roomOfWords.narrow : roomOfWords.wide
  const opened = Date.parse(alarm.openDate)
  const closed = alarm.closeDate === null ? undefined : Date.parse(alarm.closeDate)
  const [from, to] = chartWindow(alarm, causes, now)
  const units = Map.groupBy(causes, cause => `${drawnScale(cause).unit} ${typeof cause.reading}`)
  let drawn = 0
  return [...units.values()].map((group, at) => {
    const first = Math.min(...group.map(cause => Date.parse(cause.sinceUtc)), opened)
    const named = [...new Map(group.map(cause => [cause.interfaceId, cause])).values()]
    const state = group.find(cause => typeof cause.reading === 'boolean')
    const limits = [...new Map(group.filter(hasDrawnLimit).map(cause => [cause.threshold, cause])).values()]
    return {
      ...drawnScale(group[0]!), // safe: a group has a first one
      lines: named.map((cause, place) => ({
        name: cause.interfaceName,
        ...lineOf(cause, readings),
        series: ++drawn,
        subject: at === 0 && place === 0,
        steps: kindOf(cause) === 'STATE' || kindOf(cause) === 'COMMAND',
      })),
      limits: limits.map(limit => ({
        value: limit.threshold,
        words: t('event.chart.limit', { value: thresholdWords(limit, t) }),
        tone: 'critical' as const,
      })),
      spans: [
        ...(first < opened
          ? [
              {
                from: first,
                to: opened,
                tone: 'pending' as const,
                ...(opened - first > width.span * (to - from) && { words: duration((opened - first) / 1000, t) }),
              },
            ]
          : []),
        { from: opened, to: closed ?? now, tone: 'critical' as const },
      ],
      marks:
        at === 0
          ? chartMarks(
              { first, opened, closed, from, to, width: width.mark * (to - from) },
              moment => since(moment, now, zone, t),
              t,
            )
          : [],
      ...(group.every(cause => drawnScale(cause).unit === '%' && kindOf(cause) === 'COMMAND') && { min: 0, max: 100 }),
      ...(state && { states: [false, true].map(value => readingWords(state, value, t)) }),
    }
  })
}

/** What part of a chart's width the words of a mark and those of a span of minutes take. */
const roomOfWords = { narrow: { mark: 0.28, span: 0.17 }, wide: { mark: 0.13, span: 0.07 } }

interface Moments {
  readonly first: number
  readonly opened: number
  readonly closed: number | undefined
  readonly from: number
  readonly to: number
  /** Of the words of a mark. */
  readonly width: number
}

/** When the condition began, when the event opened and closed: each word beside its line, in a row where it meets no other. */
function chartMarks(
  { first, opened, closed, from, to, width }: Moments,
  clock: (moment: number) => string,
  t: Translate,
): readonly Mark[] {
  const sideOf = (at: number) => (at + width > to ? 'left' : 'right')
  const marks: Omit<Mark, 'row'>[] = [
    { at: opened, words: t('event.chart.alarm', { time: clock(opened) }), tone: 'critical', side: sideOf(opened) },
  ]
  if (first < opened)
    marks.push({
      at: first,
      words: t('event.chart.began', { time: clock(first) }),
      tone: 'pending',
      dashed: true,
      side: first - width < from ? 'right' : 'left',
    })
  if (closed !== undefined)
    marks.push({ at: closed, words: t('event.chart.closed', { time: clock(closed) }), tone: 'ink-3', side: sideOf(closed) })
  const apart = width / 8
  const taken: (readonly [row: number, from: number, to: number])[] = []
  return marks.map(mark => {
    const [start, end] = mark.side === 'left' ? [mark.at - width, mark.at] : [mark.at, mark.at + width]
    const row =
      ([1, 2, 3] as const).find(item => !taken.some(([row, a, b]) => row === item && start < b + apart && a < end + apart)) ?? 3
    taken.push([row, start, end])
    return { ...mark, row }
  })
}
