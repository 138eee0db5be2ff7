import { DAY_SECONDS, secondOf, wallTime } from '@steading/contract/rules/schedule'

/** A time slot as the form holds it while it is filled in. */
export interface SlotValues {
  /** HH:mm:ss, or what was typed and cannot be read. */
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  /** What it sets on devices. */
  readonly action?: boolean | number | undefined
  /** What a unit costs in it. */
  readonly value?: number | undefined
  readonly displayName?: string | undefined
  /** Its lane, such as one of several devices; left out: all of them. */
  readonly interfaceId?: string | undefined
}
/** Weekdays that are alike; 0 is Monday. */
export interface WeekLineValues {
  readonly weekdays: readonly number[]
  readonly intervals: readonly SlotValues[]
}
export type WeekValues = readonly WeekLineValues[]

/** Which slot of which line. */
export interface SlotAt {
  readonly line: number
  readonly slot: number
}

export const toWeek = (value: unknown): WeekValues => (Array.isArray(value) ? (value as WeekLineValues[]) : []) // safe: the form or the contract wrote it

const last = DAY_SECONDS - 1
/** Times are set to these by dragging and by keys. */
export const STEP = 900
/** A slot that is dragged is never shorter. */
const SHORTEST = STEP

const isTime = (time: string | undefined): time is string => time !== undefined && /^\d\d:\d\d:\d\d$/.test(time)

/** Where a slot begins and ends; undefined until both can be read. */
export function spanOf({ startTime, endTime }: SlotValues): { readonly from: number; readonly to: number } | undefined {
  return isTime(startTime) && isTime(endTime) ? { from: secondOf(startTime), to: secondOf(endTime) } : undefined
}

/** The end of a slot that begins then: as it was where it comes after, else a second later, at most the last of the day. */
export function endFor(startTime: string | undefined, endTime: string | undefined): string | undefined {
  if (!isTime(startTime)) return endTime
  const from = secondOf(startTime)
  return isTime(endTime) && secondOf(endTime) > from ? endTime : wallTime(Math.min(from + 1, last))
}

const withLine = (week: WeekValues, line: number, change: (line: WeekLineValues) => WeekLineValues): WeekValues =>
  week.map((weekLine, at) => (at === line ? change(weekLine) : weekLine))

/** In the order of the day. What cannot be read yet stays behind the slot that it stands behind. */
function inOrder(slots: readonly SlotValues[]): readonly SlotValues[] {
  const runs: SlotValues[][] = []
  for (const slot of slots)
    if (isTime(slot.startTime) || runs.length === 0) runs.push([slot])
    else runs.at(-1)?.push(slot)
  // What stands before all others has no start to go by.
  const startOf = ([first]: readonly SlotValues[]) => (isTime(first?.startTime) ? secondOf(first.startTime) : -1)
  return runs.toSorted((a, b) => startOf(a) - startOf(b)).flat()
}

/** A slot is entered; an end that does not come after its start follows it. Slots stay in the order of the day. */
export const withSlot = (week: WeekValues, { line, slot }: SlotAt, change: Partial<SlotValues>): WeekValues =>
  withLine(week, line, line => ({
    ...line,
    intervals: inOrder(
      line.intervals.map((interval, at) => {
        if (at !== slot) return interval
        const changed = { ...interval, ...change }
        return 'startTime' in change ? { ...changed, endTime: endFor(changed.startTime, changed.endTime) } : changed
      }),
    ),
  }))

export const withoutSlot = (week: WeekValues, { line, slot }: SlotAt): WeekValues =>
  withLine(week, line, line => ({ ...line, intervals: line.intervals.filter((_, at) => at !== slot) }))

/** A slot taken off the calendar: a line that has no other goes with it. */
export function eraseSlot(week: WeekValues, at: SlotAt): WeekValues {
  const left = withoutSlot(week, at)
  return left[at.line]?.intervals.length === 0 ? withoutLine(left, at.line) : left
}

export const withWeekdays = (week: WeekValues, line: number, weekdays: readonly number[]): WeekValues =>
  withLine(week, line, line => ({ ...line, weekdays: weekdays.toSorted((a, b) => a - b) }))

export const withoutLine = (week: WeekValues, line: number): WeekValues => week.filter((_, at) => at !== line)

/** The weekdays that other lines have. */
export const occupiedDays = (week: WeekValues, line: number): ReadonlySet<number> =>
  new Set(week.flatMap((weekLine, at) => (at === line ? [] : weekLine.weekdays)))

const everyDay = [0, 1, 2, 3, 4, 5, 6] as const

/** A line for the weekdays that are left. */
export const withNewLine = (week: WeekValues): WeekValues => {
  const taken = occupiedDays(week, -1)
  return [...week, { weekdays: everyDay.filter(day => !taken.has(day)), intervals: [] }]
}

/** After the last slot of a line an hour, as far as the day goes. */
export function withNewSlot(week: WeekValues, line: number, sample: SlotValues): WeekValues {
  const slots = week[line]?.intervals ?? []
  const ends = slots.map(slot => spanOf(slot)?.to ?? -1)
  const from = Math.min(Math.max(-1, ...ends) + 1, last)
  return withLine(week, line, line => ({
    ...line,
    intervals: [...line.intervals, { ...sample, startTime: wallTime(from), endTime: wallTime(Math.min(from + 3599, last)) }],
  }))
}

/** The slots that stand in the way of one that is for the same output. */
const otherSlots = (line: WeekLineValues, slot: number, interfaceId: string | undefined) =>
  line.intervals.flatMap((interval, at) => {
    const span = spanOf(interval)
    const isOther = interfaceId !== undefined && interval.interfaceId !== undefined && interval.interfaceId !== interfaceId
    return at === slot || isOther || !span ? [] : [span]
  })

/** The room around a second of the day, between the slots that are there. */
function roomAt(taken: readonly { readonly from: number; readonly to: number }[], at: number) {
  const before = taken.filter(span => span.to < at).map(span => span.to + 1)
  const after = taken.filter(span => span.from > at).map(span => span.from - 1)
  return {
    from: Math.max(0, ...before),
    to: Math.min(last, ...after),
    free: !taken.some(span => span.from <= at && at <= span.to),
  }
}

const snap = (second: number): number => Math.round(second / STEP) * STEP

/**
 * A slot drawn on a weekday from one second of the day to another, in whole quarters of an hour, as far as there is room. It
 * belongs to the line of its weekday and so to all the days of that line; a weekday of no line gets one of its own.
 * Null where there is no room.
 */
export function drawSlot(
  week: WeekValues,
  weekday: number,
  [a, b]: readonly [number, number],
  sample: SlotValues,
): { readonly week: WeekValues; readonly at: SlotAt } | null {
  const found = week.findIndex(line => line.weekdays.includes(weekday))
  const lines = found === -1 ? [...week, { weekdays: [weekday], intervals: [] }] : week
  const line = found === -1 ? week.length : found
  const weekLine = lines[line]
  if (!weekLine) return null
  const room = roomAt(otherSlots(weekLine, -1, sample.interfaceId), Math.min(a, last))
  if (!room.free) return null
  const from = Math.max(room.from, snap(Math.min(a, b)))
  const to = Math.min(room.to, Math.max(snap(Math.max(a, b)), from + SHORTEST) - 1)
  if (to - from + 1 < 60) return null
  const slot: SlotValues = { ...sample, startTime: wallTime(from), endTime: wallTime(to) }
  const next = withLine(lines, line, line => ({ ...line, intervals: inOrder([...line.intervals, slot]) }))
  return { week: next, at: { line, slot: next[line]?.intervals.indexOf(slot) ?? 0 } }
}

const morning = 6 * 3600
const anHour = 3600

/** Where an hour fits on a weekday: from six in the morning on, after the slots that are there, else in the first gap. */
export function roomOn(week: WeekValues, weekday: number, interfaceId?: string): readonly [number, number] | undefined {
  const weekLine = week.find(line => line.weekdays.includes(weekday))
  const taken = weekLine ? otherSlots(weekLine, -1, interfaceId) : []
  const starts = [morning, ...taken.map(span => span.to + 1).toSorted((a, b) => b - a), 0]
  const from = starts.find(at => {
    const room = roomAt(taken, at)
    return room.free && room.to - at + 1 >= SHORTEST
  })
  return from === undefined ? undefined : [from, from + anHour]
}

export type Grip = 'whole' | 'start' | 'end'

/** A slot moved by so many seconds, or its start or its end, as far as there is room. It comes with its place in the line. */
export function dragSlot(
  week: WeekValues,
  { line, slot }: SlotAt,
  grip: Grip,
  by: number,
): { readonly week: WeekValues; readonly at: SlotAt } {
  const weekLine = week[line]
  const currentSlot = weekLine?.intervals[slot]
  const span = currentSlot && spanOf(currentSlot)
  if (!weekLine || !span) return { week, at: { line, slot } }
  const room = roomAt(otherSlots(weekLine, slot, currentSlot.interfaceId), span.from)
  const moved = moveSpan(span, room, grip, by)
  const changed: SlotValues = { ...currentSlot, startTime: wallTime(moved.from), endTime: wallTime(moved.to) }
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
  week: WeekValues,
  { line, slot }: SlotAt,
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: number },
): { readonly week: WeekValues; readonly at: SlotAt } | null {
  const weekLine = week[line]
  const currentSlot = weekLine?.intervals[slot]
  const span = currentSlot && spanOf(currentSlot)
  if (!weekLine || !span || from === to) return null
  const occupied = week.find(other => other.weekdays.includes(to))?.intervals ?? []
  const taken = otherSlots({ weekdays: [to], intervals: occupied }, -1, currentSlot.interfaceId)
  const length = span.to - span.from
  const target = clamp(snap(span.from + by), 0, last - length)
  const room = roomAt(taken, target)
  if (!room.free || room.to - room.from < length) return null
  const start = clamp(target, room.from, room.to - length)
  const moved: SlotValues = { ...currentSlot, startTime: wallTime(start), endTime: wallTime(start + length) }
  const rest = weekLine.intervals.filter((_, at) => at !== slot)
  const separated = withOwnLine(week, from, rest)
  const next = withOwnLine(separated, to, inOrder([...occupied, moved]))
  const at = next.findIndex(other => other.intervals.includes(moved))
  return { week: next, at: { line: at, slot: next[at]?.intervals.indexOf(moved) ?? 0 } }
}

/** A weekday with slots of its own, whichever line it was of; without slots it is of none. */
function withOwnLine(week: WeekValues, weekday: number, intervals: readonly SlotValues[]): WeekValues {
  const own = intervals.length > 0 ? [{ weekdays: [weekday], intervals }] : []
  const before = week.findIndex(line => line.weekdays.includes(weekday))
  if (before === -1) return [...week, ...own]
  return week.flatMap((line, at) => {
    if (at !== before) return [line]
    const otherSlots = line.weekdays.filter(day => day !== weekday)
    return otherSlots.length > 0 ? [{ ...line, weekdays: otherSlots }, ...own] : own
  })
}

interface Span {
  readonly from: number
  readonly to: number
}

function moveSpan({ from, to }: Span, room: Span, grip: Grip, by: number): Span {
  if (grip === 'start') return { from: clamp(snap(from + by), room.from, Math.max(room.from, to + 1 - SHORTEST)), to }
  if (grip === 'end') return { from, to: clamp(snap(to + 1 + by) - 1, Math.min(room.to, from + SHORTEST - 1), room.to) }
  const start = clamp(snap(from + by), room.from, Math.max(room.from, room.to - (to - from)))
  return { from: start, to: start + (to - from) }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
