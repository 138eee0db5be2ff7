import type { QuietHours } from '@steading/contract/users'
import { DateTime } from 'luxon'
import type { Work } from '../platform/database/work.ts'
import { setQuietEnd } from './delivery.sql.ts'

interface Sleeper {
  readonly userId: string
  readonly quiet: QuietHours | null | undefined
  readonly timeZone: string
}

/** Somebody's quiet hours are others now: what waits for the end of theirs waits for the new one, or for none. */
export const changeQuiet = (work: Work, { userId, quiet, timeZone }: Sleeper) =>
  setQuietEnd(work, userId, quietUntil(work.now, quiet, timeZone) ?? work.now)

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
