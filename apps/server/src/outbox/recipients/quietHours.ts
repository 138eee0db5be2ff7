import type { QuietHours } from '@steading/contract/users/users'
import { DateTime } from 'luxon'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { setQuietEnd } from '../delivery/delivery.sql.ts'

interface QuietHoursOwner {
  readonly userId: string
  readonly quiet: QuietHours | null | undefined
  readonly timeZone: string
}

/** Quiet hours of a user changed: waiting messages are due at the new end, or now. */
export const updateQuietHours = (work: UnitOfWork, { userId, quiet, timeZone }: QuietHoursOwner) =>
  setQuietEnd(work, userId, quietUntil(work.now, quiet, timeZone) ?? work.now)

/** End of the quiet hours that contain this instant; null: none do. */
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
