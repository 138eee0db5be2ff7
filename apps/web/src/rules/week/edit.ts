import { DAY_SECONDS, secondOf, wallTime } from '@steading/contract/schedule'

/** A time slot as the form holds it while it is filled in. */
export interface EnteredSlot {
  /** HH:mm:ss, or what was typed and cannot be read. */
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  readonly action?: boolean | number | undefined
  readonly displayName?: string | undefined
  /** One of the outputs; left out: all of them. */
  readonly interfaceId?: string | undefined
}
/** Weekdays that are alike; 0 is Monday. */
export interface EnteredWeekLine {
  readonly weekdays: readonly number[]
  readonly intervals: readonly EnteredSlot[]
}
export type EnteredWeek = readonly EnteredWeekLine[]

/** Which slot of which line. */
export interface SlotAt {
  readonly line: number
  readonly slot: number
}

export const weekIn = (value: unknown): EnteredWeek => (Array.isArray(value) ? (value as EnteredWeekLine[]) : []) // safe: the form or the contract wrote it

const last = DAY_SECONDS - 1
/** Times are set to these by dragging and by keys. */
export const STEP = 900
/** A slot that is dragged is never shorter. */
const SHORTEST = STEP

const isTime = (time: string | undefined): time is string => time !== undefined && /^\d\d:\d\d:\d\d$/.test(time)

/** Where a slot begins and ends; undefined until both can be read. */
export function spanOf({ startTime, endTime }: EnteredSlot): { readonly from: number; readonly to: number } | undefined {
  return isTime(startTime) && isTime(endTime) ? { from: secondOf(startTime), to: secondOf(endTime) } : undefined
}

/** The end of a slot that begins then: as it was where it comes after, else a second later, at most the last of the day. */
export function endFor(startTime: string | undefined, endTime: string | undefined): string | undefined {
  if (!isTime(startTime)) return endTime
  const from = secondOf(startTime)
  return isTime(endTime) && secondOf(endTime) > from ? endTime : wallTime(Math.min(from + 1, last))
}

const withLine = (week: EnteredWeek, line: number, change: (of: EnteredWeekLine) => EnteredWeekLine): EnteredWeek =>
  week.map((of, at) => (at === line ? change(of) : of))

/** In the order of the day. What cannot be read yet stays behind the slot that it stands behind. */
function inOrder(slots: readonly EnteredSlot[]): readonly EnteredSlot[] {
  const runs: EnteredSlot[][] = []
  for (const slot of slots)
    if (isTime(slot.startTime) || runs.length === 0) runs.push([slot])
    else runs.at(-1)?.push(slot)
  // What stands before all others has no start to go by.
  const startOf = ([first]: readonly EnteredSlot[]) => (isTime(first?.startTime) ? secondOf(first.startTime) : -1)
  return runs.toSorted((a, b) => startOf(a) - startOf(b)).flat()
}

/** A slot is entered; an end that does not come after its start follows it. Slots stay in the order of the day. */
export const withSlot = (week: EnteredWeek, { line, slot }: SlotAt, change: Partial<EnteredSlot>): EnteredWeek =>
  withLine(week, line, of => ({
    ...of,
    intervals: inOrder(
      of.intervals.map((one, at) => {
        if (at !== slot) return one
        const changed = { ...one, ...change }
        return 'startTime' in change ? { ...changed, endTime: endFor(changed.startTime, changed.endTime) } : changed
      }),
    ),
  }))

export const withoutSlot = (week: EnteredWeek, { line, slot }: SlotAt): EnteredWeek =>
  withLine(week, line, of => ({ ...of, intervals: of.intervals.filter((_, at) => at !== slot) }))

/** A slot taken off the calendar: a line that has no other goes with it. */
export function erasedSlot(week: EnteredWeek, at: SlotAt): EnteredWeek {
  const left = withoutSlot(week, at)
  return left[at.line]?.intervals.length === 0 ? withoutLine(left, at.line) : left
}

export const withWeekdays = (week: EnteredWeek, line: number, weekdays: readonly number[]): EnteredWeek =>
  withLine(week, line, of => ({ ...of, weekdays: weekdays.toSorted((a, b) => a - b) }))

export const withoutLine = (week: EnteredWeek, line: number): EnteredWeek => week.filter((_, at) => at !== line)

/** The weekdays that other lines have. */
export const takenBy = (week: EnteredWeek, line: number): ReadonlySet<number> =>
  new Set(week.flatMap((of, at) => (at === line ? [] : of.weekdays)))

const everyDay = [0, 1, 2, 3, 4, 5, 6] as const

/** A line for the weekdays that are left. */
export const withNewLine = (week: EnteredWeek): EnteredWeek => {
  const taken = takenBy(week, -1)
  return [...week, { weekdays: everyDay.filter(day => !taken.has(day)), intervals: [] }]
}

/** After the last slot of a line an hour, as far as the day goes. */
export function withNewSlot(week: EnteredWeek, line: number, like: EnteredSlot): EnteredWeek {
  const slots = week[line]?.intervals ?? []
  const ends = slots.map(one => spanOf(one)?.to ?? -1)
  const from = Math.min(Math.max(-1, ...ends) + 1, last)
  return withLine(week, line, of => ({
    ...of,
    intervals: [...of.intervals, { ...like, startTime: wallTime(from), endTime: wallTime(Math.min(from + 3599, last)) }],
  }))
}

/** The slots that stand in the way of one that is for the same output. */
const others = (of: EnteredWeekLine, slot: number, interfaceId: string | undefined) =>
  of.intervals.flatMap((one, at) => {
    const span = spanOf(one)
    const isOther = interfaceId !== undefined && one.interfaceId !== undefined && one.interfaceId !== interfaceId
    return at === slot || isOther || !span ? [] : [span]
  })

/** The room around a second of the day, between the slots that are there. */
function roomAt(taken: readonly { readonly from: number; readonly to: number }[], at: number) {
  const before = taken.filter(one => one.to < at).map(one => one.to + 1)
  const after = taken.filter(one => one.from > at).map(one => one.from - 1)
  return { from: Math.max(0, ...before), to: Math.min(last, ...after), free: !taken.some(one => one.from <= at && at <= one.to) }
}

const snap = (second: number): number => Math.round(second / STEP) * STEP

/**
 * A slot drawn on a weekday from one second of the day to another, in whole quarters of an hour, as far as there is room. It
 * belongs to the line of its weekday and so to all the days of that line; a weekday of no line gets one of its own.
 * Null where there is no room.
 */
export function drawSlot(
  week: EnteredWeek,
  weekday: number,
  [a, b]: readonly [number, number],
  like: EnteredSlot,
): { readonly week: EnteredWeek; readonly at: SlotAt } | null {
  const found = week.findIndex(of => of.weekdays.includes(weekday))
  const lines = found === -1 ? [...week, { weekdays: [weekday], intervals: [] }] : week
  const line = found === -1 ? week.length : found
  const of = lines[line]
  if (!of) return null
  const room = roomAt(others(of, -1, like.interfaceId), Math.min(a, last))
  if (!room.free) return null
  const from = Math.max(room.from, snap(Math.min(a, b)))
  const to = Math.min(room.to, Math.max(snap(Math.max(a, b)), from + SHORTEST) - 1)
  if (to - from + 1 < 60) return null
  const slot: EnteredSlot = { ...like, startTime: wallTime(from), endTime: wallTime(to) }
  const next = withLine(lines, line, one => ({ ...one, intervals: inOrder([...one.intervals, slot]) }))
  return { week: next, at: { line, slot: next[line]?.intervals.indexOf(slot) ?? 0 } }
}

const morning = 6 * 3600
const anHour = 3600

/** Where an hour fits on a weekday: from six in the morning on, after the slots that are there, else in the first gap. */
export function roomOn(week: EnteredWeek, weekday: number, interfaceId?: string): readonly [number, number] | undefined {
  const of = week.find(line => line.weekdays.includes(weekday))
  const taken = of ? others(of, -1, interfaceId) : []
  const starts = [morning, ...taken.map(one => one.to + 1).toSorted((a, b) => b - a), 0]
  const from = starts.find(at => {
    const room = roomAt(taken, at)
    return room.free && room.to - at + 1 >= SHORTEST
  })
  return from === undefined ? undefined : [from, from + anHour]
}

export type Grip = 'whole' | 'start' | 'end'

/** A slot moved by so many seconds, or its start or its end, as far as there is room. It comes with its place in the line. */
export function dragSlot(
  week: EnteredWeek,
  { line, slot }: SlotAt,
  grip: Grip,
  by: number,
): { readonly week: EnteredWeek; readonly at: SlotAt } {
  const of = week[line]
  const one = of?.intervals[slot]
  const span = one && spanOf(one)
  if (!of || !span) return { week, at: { line, slot } }
  const room = roomAt(others(of, slot, one.interfaceId), span.from)
  const moved = movedSpan(span, room, grip, by)
  const changed: EnteredSlot = { ...one, startTime: wallTime(moved.from), endTime: wallTime(moved.to) }
  const next = withLine(week, line, its => ({
    ...its,
    intervals: inOrder(its.intervals.map((its, at) => (at === slot ? changed : its))),
  }))
  return { week: next, at: { line, slot: next[line]?.intervals.indexOf(changed) ?? slot } }
}

/**
 * A slot of one weekday moved to another, and by so many seconds: the days that shared their slots with either keep theirs. Null
 * where there is no room.
 */
export function moveToDay(
  week: EnteredWeek,
  { line, slot }: SlotAt,
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: number },
): { readonly week: EnteredWeek; readonly at: SlotAt } | null {
  const of = week[line]
  const one = of?.intervals[slot]
  const span = one && spanOf(one)
  if (!of || !span || from === to) return null
  const there = week.find(other => other.weekdays.includes(to))?.intervals ?? []
  const taken = others({ weekdays: [to], intervals: there }, -1, one.interfaceId)
  const length = span.to - span.from
  const wanted = clamp(snap(span.from + by), 0, last - length)
  const room = roomAt(taken, wanted)
  if (!room.free || room.to - room.from < length) return null
  const start = clamp(wanted, room.from, room.to - length)
  const moved: EnteredSlot = { ...one, startTime: wallTime(start), endTime: wallTime(start + length) }
  const rest = of.intervals.filter((_, at) => at !== slot)
  const alone = withOwnLine(week, from, rest)
  const next = withOwnLine(alone, to, inOrder([...there, moved]))
  const at = next.findIndex(other => other.intervals.includes(moved))
  return { week: next, at: { line: at, slot: next[at]?.intervals.indexOf(moved) ?? 0 } }
}

/** A weekday with slots of its own, whichever line it was of; without slots it is of none. */
function withOwnLine(week: EnteredWeek, weekday: number, intervals: readonly EnteredSlot[]): EnteredWeek {
  const own = intervals.length > 0 ? [{ weekdays: [weekday], intervals }] : []
  const before = week.findIndex(of => of.weekdays.includes(weekday))
  if (before === -1) return [...week, ...own]
  return week.flatMap((of, at) => {
    if (at !== before) return [of]
    const others = of.weekdays.filter(day => day !== weekday)
    return others.length > 0 ? [{ ...of, weekdays: others }, ...own] : own
  })
}

interface Span {
  readonly from: number
  readonly to: number
}

function movedSpan({ from, to }: Span, room: Span, grip: Grip, by: number): Span {
  if (grip === 'start') return { from: clamp(snap(from + by), room.from, Math.max(room.from, to + 1 - SHORTEST)), to }
  if (grip === 'end') return { from, to: clamp(snap(to + 1 + by) - 1, Math.min(room.to, from + SHORTEST - 1), room.to) }
  const start = clamp(snap(from + by), room.from, Math.max(room.from, room.to - (to - from)))
  return { from: start, to: start + (to - from) }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
