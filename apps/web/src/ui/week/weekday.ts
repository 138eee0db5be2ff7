import { dayOf } from '../moment/zoned.ts'

/** The weekday of a moment in a zone; 0 is Monday. */
export const weekdayIn = (now: number, zone: string): number => (new Date(`${dayOf(now, zone)}T00:00:00Z`).getUTCDay() + 6) % 7

/** Weekdays with at least one time slot. */
export const scheduledDays = (
  lines: readonly { readonly weekdays: readonly number[]; readonly intervals: readonly unknown[] }[],
): ReadonlySet<number> => new Set(lines.flatMap(({ weekdays, intervals }) => (intervals.length > 0 ? weekdays : [])))
