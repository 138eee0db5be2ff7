import type { Event } from '@steading/contract/events/events'
import type { Mark, Span } from '../../ui/chart/draw/lines.ts'

/** More lines than these hide what they stand upon. */
const MOST_MARKS = 30
const LONGEST = 20
/** The part of the range that a letter takes where the chart is smallest. */
const LETTER = 0.021
const ROWS = [1, 2] as const

const shortened = (words: string) => (words.length > LONGEST ? `${words.slice(0, LONGEST - 1).trimEnd()}…` : words)

type Marked = Pick<Event, 'title' | 'severityLevel' | 'openDate'>
const toneOf = ({ severityLevel }: Pick<Event, 'severityLevel'>) => (severityLevel === 'CRITICAL' ? 'critical' : 'pending')

/** Events that opened before the range, as bands from its left edge to their close; `since`: words of their true start. */
export const eventSpans = (
  events: readonly (Marked & Pick<Event, 'closeDate'>)[],
  [from, to]: readonly [from: number, to: number],
  since: (openDate: string) => string,
): readonly Span[] =>
  events
    .filter(({ openDate, closeDate }) => Date.parse(openDate) < from && (closeDate === null || Date.parse(closeDate) > from))
    .map(event => ({
      from,
      to: event.closeDate === null ? to : Math.min(to, Date.parse(event.closeDate)),
      tone: toneOf(event),
      words: `${shortened(event.title)} ${since(event.openDate)}`,
    }))

/** Events as marks of a time axis: words in rows where they have room; a line without words where they have none. */
export function eventMarks(events: readonly Marked[], [from, to]: readonly [from: number, to: number]): readonly Mark[] {
  const placed = events
    .map(event => ({ ...event, at: Date.parse(event.openDate) }))
    .filter(({ at }) => at >= from && at <= to)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST_MARKS)
    .toReversed()
  const ends = new Map<number, number>()
  return placed.map(({ title, severityLevel, at }) => {
    const share = (at - from) / (to - from)
    const words = shortened(title)
    const room = LETTER * (words.length + 1)
    // Near the right edge words stand at the left of their line.
    const side = share > 1 - room ? ('left' as const) : ('right' as const)
    const [begin, end] = side === 'left' ? [share - room, share] : [share, share + room]
    const row = ROWS.find(one => (ends.get(one) ?? 0) <= begin)
    if (row !== undefined) ends.set(row, end)
    return {
      at,
      words: row === undefined ? '' : words,
      tone: toneOf({ severityLevel }),
      side,
      ...(row !== undefined && { row }),
    }
  })
}
