import type { QuietHours } from '@steading/contract/users'
import { DateTime } from 'luxon'

/** When the quiet hours end in which this instant lies; null: it lies in none. */
export function quietUntil(at: Date, hours: QuietHours | null | undefined, timeZone: string): Date | null {
  if (!hours) return null
  const now = DateTime.fromJSDate(at, { zone: timeZone })
  if (!now.isValid) return null
  const clock = now.toFormat('HH:mm')
  const { from, to } = hours
  const isQuiet = from < to ? clock >= from && clock < to : clock >= from || clock < to
  if (!isQuiet) return null
  const [hour, minute] = to.split(':').map(Number)
  const end = now.set({ hour: hour!, minute: minute!, second: 0, millisecond: 0 })
  return (end <= now ? end.plus({ days: 1 }) : end).toJSDate()
}
