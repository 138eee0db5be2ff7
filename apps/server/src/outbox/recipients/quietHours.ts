import type { QuietHours } from '@steading/contract/users/users'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { endOfDailyWindow } from '../../platform/time/wallTime.ts'
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
  const end = endOfDailyWindow(hours, timeZone, at.getTime())
  return end === null ? null : new Date(end)
}
