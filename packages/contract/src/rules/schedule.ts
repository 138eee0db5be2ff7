import { z } from 'zod'
import { Id } from '../http/fields.ts'

/**
 * A week by the clock on the wall: lines of weekdays (0 is Monday), each with intervals of whole seconds. So it is kept, so a box
 * runs it, so people fill it in; over HTTP it travels in UTC, and here alone it is moved, there and back.
 */

/** A time of day by the clock on the wall, to the second. */
export const WallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'HH:mm:ss')

/** From its first second to the end of its last: 08:00:00 to 09:59:59 are two hours. */
export interface WallInterval {
  readonly startTime: string
  readonly endTime: string
}

export interface WeekLine<I extends WallInterval> {
  readonly weekdays: readonly number[]
  readonly intervals: readonly I[]
}

export const ScheduleAction = z.union([z.boolean(), z.number()])

export const ScheduleInterval = z.object({
  /** Local wall time, whole seconds; the end is the last second and not before the start. */
  startTime: WallTime,
  endTime: WallTime,
  action: ScheduleAction,
  displayName: z.string().max(150).optional(),
  /** One of the outputs; absent: all of them. */
  interfaceId: Id.optional(),
})
export type ScheduleInterval = z.infer<typeof ScheduleInterval>

/** 0 is Monday. */
const weekdays = z.array(z.int().min(0).max(6)).min(1).max(7)

export const ScheduleLine = z.object({ weekdays, intervals: z.array(ScheduleInterval).min(1).max(100) })
export type ScheduleLine = z.infer<typeof ScheduleLine>

export const DAY_SECONDS = 86_400
const WEEK_SECONDS = 7 * DAY_SECONDS

/** 'HH:mm:ss' as the second of its day. */
export const secondOf = (time: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60 + seconds
}

/** The second of a day as 'HH:mm:ss'. */
export const wallTime = (second: number): string =>
  [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60].map(part => String(part).padStart(2, '0')).join(':')

/** One interval on one weekday; `to` is its last second. */
interface Piece<I> {
  readonly weekday: number
  readonly from: number
  readonly to: number
  readonly of: I
}

/** An interval that begins on `weekday`, moved, and cut at each midnight. An end before the start is on the next day. */
const pieces = <I extends WallInterval>(of: I, weekday: number, move: number): Piece<I>[] => {
  const from = secondOf(of.startTime)
  const to = secondOf(of.endTime)
  let left = to - from + 1 + (to < from ? DAY_SECONDS : 0)
  let at = (((weekday * DAY_SECONDS + from + move) % WEEK_SECONDS) + WEEK_SECONDS) % WEEK_SECONDS
  const cut: Piece<I>[] = []
  while (left > 0) {
    const second = at % DAY_SECONDS
    const length = Math.min(left, DAY_SECONDS - second)
    cut.push({ weekday: Math.floor(at / DAY_SECONDS), from: second, to: second + length - 1, of })
    at = (at + length) % WEEK_SECONDS
    left -= length
  }
  return cut
}

/** The intervals of one weekday: those that begin a second after an equal one ends go on with it. */
const merged = <I extends WallInterval>(day: readonly Piece<I>[], isSame: (a: I, b: I) => boolean): I[] => {
  const grown: { from: number; to: number; of: I }[] = []
  for (const { from, to, of } of day.toSorted((a, b) => a.from - b.from)) {
    const before = grown.find(one => one.to + 1 === from && isSame(one.of, of))
    if (before) before.to = to
    else grown.push({ from, to, of })
  }
  return grown.map(({ from, to, of }) => ({ ...of, startTime: wallTime(from), endTime: wallTime(to) }))
}

/**
 * The same week `minutes` later on the clock: a schedule from UTC to local time by the minutes that local time is ahead, and
 * back by as many less. Intervals are cut at midnight, adjacent equal ones are merged, weekdays with equal intervals share a
 * line; with 0 minutes that is all.
 *
 * @param isSame whether two intervals that touch are one, their times apart
 */
export const moveWeek = <I extends WallInterval>(
  lines: readonly WeekLine<I>[],
  minutes: number,
  isSame: (a: I, b: I) => boolean,
): WeekLine<I>[] => {
  const all = lines.flatMap(({ weekdays, intervals }) =>
    weekdays.flatMap(weekday => intervals.flatMap(interval => pieces(interval, weekday, minutes * 60))),
  )
  const moved = new Map<string, { weekdays: number[]; intervals: I[] }>()
  for (let weekday = 0; weekday < 7; weekday++) {
    const intervals = merged(
      all.filter(piece => piece.weekday === weekday),
      isSame,
    )
    if (intervals.length === 0) continue
    const key = JSON.stringify(intervals)
    const line = moved.get(key)
    if (line) line.weekdays.push(weekday)
    else moved.set(key, { weekdays: [weekday], intervals })
  }
  return [...moved.values()]
}

/**
 * A week as it travels: weekdays and times in UTC; an end before its start is on the next day. `offset` is by how many minutes
 * the sender's clock was ahead of UTC when it moved the times: whoever reads a week and sends it back on the other side of a
 * change of the clock sends the same week.
 */
export const UtcWeek = z.strictObject({
  /** IANA name of the zone whose wall times were moved. */
  timeZone: z.string().min(1).max(60),
  offset: z.int().min(-720).max(840),
  // A day in UTC has parts of two days on the wall.
  lines: z
    .array(z.strictObject({ weekdays, intervals: z.array(z.strictObject(ScheduleInterval.shape)).min(1).max(250) }))
    .min(1)
    .max(50),
})
export type UtcWeek = z.infer<typeof UtcWeek>

/** Days of the week as they travel, Monday first. */
export const DAYS_OF_WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const flags = z.strictObject({
  mon: z.boolean().optional(),
  tue: z.boolean().optional(),
  wed: z.boolean().optional(),
  thu: z.boolean().optional(),
  fri: z.boolean().optional(),
  sat: z.boolean().optional(),
  sun: z.boolean().optional(),
})
const flagged = (days: z.infer<typeof flags>): number[] => DAYS_OF_WEEK.flatMap((day, at) => (days[day] ? [at] : []))

const refuse = (context: z.core.$RefinementCtx, message: string, field: string) =>
  context.addIssue({ code: 'custom', message, path: [field] })

/**
 * A week as others may write it, read as `UtcWeek`: weekdays as flags (`daysOfWeek: {mon: true}`), the action as `value`, and
 * `forced`, which must be what the template says.
 */
export const sentWeek = (isForced: boolean) => {
  const interval = z
    .strictObject({
      ...ScheduleInterval.shape,
      action: ScheduleAction.optional(),
      value: ScheduleAction.optional(),
      forced: z.boolean().optional(),
    })
    .superRefine(({ action, value, forced }, context) => {
      if (action === undefined && value === undefined) refuse(context, 'required', 'action')
      if (action !== undefined && value !== undefined && action !== value) refuse(context, 'valueIsAction', 'value')
      if (forced !== undefined && forced !== isForced) refuse(context, 'forcedByTemplate', 'forced')
    })
    .transform(({ action, value, ...rest }) => ScheduleInterval.parse({ ...rest, action: action ?? value ?? false }))
  const line = z
    .strictObject({
      weekdays: weekdays.optional(),
      daysOfWeek: flags.optional(),
      intervals: z.array(interval).min(1).max(250),
    })
    .superRefine(({ weekdays: days, daysOfWeek }, context) => {
      const selected = daysOfWeek && flagged(daysOfWeek)
      if (!days && !selected) refuse(context, 'required', 'weekdays')
      else if (!days && selected?.length === 0) refuse(context, 'required', 'daysOfWeek')
      else if (days && selected && !isSameSet(days, selected)) refuse(context, 'daysDiffer', 'daysOfWeek')
    })
    .transform(({ weekdays: days, daysOfWeek, intervals }) => ({ weekdays: days ?? flagged(daysOfWeek ?? {}), intervals }))
  return UtcWeek.extend({ lines: z.array(line).min(1).max(50) })
}
const isSameSet = (a: readonly number[], b: readonly number[]) =>
  a.every(one => b.includes(one)) && b.every(one => a.includes(one))

const isSame = (a: ScheduleInterval, b: ScheduleInterval): boolean =>
  a.action === b.action && a.displayName === b.displayName && a.interfaceId === b.interfaceId

/** Of intervals that overlap on one output, the later in the list. A week is shifted as one: where they overlap, they do so everywhere. */
export function overlapIn<I extends WallInterval & { readonly interfaceId?: string | undefined }>(
  lines: readonly WeekLine<I>[],
): { readonly line: number; readonly interval: number } | undefined {
  const earlier: Piece<I>[] = []
  for (const [line, { weekdays: days, intervals }] of lines.entries())
    for (const [interval, of] of intervals.entries())
      for (const weekday of days) {
        const own = pieces(of, weekday, 0)
        const isTaken = (piece: Piece<I>) =>
          earlier.some(
            other =>
              other.weekday === piece.weekday &&
              other.from <= piece.to &&
              piece.from <= other.to &&
              (other.of.interfaceId === undefined || of.interfaceId === undefined || other.of.interfaceId === of.interfaceId),
          )
        if (own.some(isTaken)) return { line, interval }
        earlier.push(...own)
      }
  return undefined
}

/** @param clock the zone whose wall times these are, and by how many minutes it is ahead of UTC now */
export const toUtc = (lines: readonly WeekLine<ScheduleInterval>[], clock: Omit<UtcWeek, 'lines'>): UtcWeek => ({
  ...clock,
  lines: moveWeek(lines, -clock.offset, isSame).map(({ weekdays: days, intervals }) => ({
    weekdays: [...days],
    intervals: [...intervals],
  })),
})

/**
 * The wall times that were sent: what `toUtc` was given, cut at midnight and merged as `moveWeek` says.
 *
 * @param ahead by how many minutes the clock of another zone is ahead of the sender's: the wall times there
 */
export const toWall = ({ lines, offset }: Pick<UtcWeek, 'lines' | 'offset'>, ahead = 0): readonly WeekLine<ScheduleInterval>[] =>
  moveWeek(lines, offset + ahead, isSame)

/** What a slot sets, and of which device, as it may be written. */
type Slotted = readonly {
  readonly intervals: readonly { readonly action?: unknown; readonly value?: unknown; readonly interfaceId?: unknown }[]
}[]

/**
 * Where a slot of a week stands in another telling of it: moved to another clock a week has other lines. Of several that say the
 * same of the same device, the first; undefined: there is none.
 */
export function slotLike(week: Slotted, at: { readonly line: number; readonly slot: number }, among: Slotted) {
  const slot = week[at.line]?.intervals[at.slot]
  if (!slot) return undefined
  for (const [line, { intervals }] of among.entries()) {
    const found = intervals.findIndex(
      interval =>
        (interval.action ?? interval.value) === (slot.action ?? slot.value) && interval.interfaceId === slot.interfaceId,
    )
    if (found >= 0) return { line, slot: found }
  }
  return undefined
}
