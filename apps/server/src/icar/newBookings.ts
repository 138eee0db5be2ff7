import { animalMovementsOfBatch } from '../animalMovements/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { weighingsOfBatch } from '../weighings/index.ts'
import { movementEventId, weighingEventId, weightIdOf } from './exportEvents.ts'
import { importedEvents } from './icar.sql.ts'
import type { EventIdentity } from './icar.sql.ts'
import type { Booking } from './importEvents.ts'

/** Time, direction and number: what tells events without an id from each other. */
const keyOf = (at: string | Date, kind: string, number: number) => `${new Date(at).getTime()} ${kind} ${number}`
const bookingKey = (booking: Booking): string => {
  if (booking.kind === 'WEIGHING') return keyOf(booking.weighing.timestamp, 'WEIGHING', booking.weighing.number)
  const { timestamp, action, actionType, number } = booking.movement
  return keyOf(timestamp, actionType === 'DEATH' ? 'DEATH' : action, number)
}
const identityKey = ({ source, id }: EventIdentity): string => JSON.stringify([source, id])

/**
 * The bookings of a file that the books of a batch do not hold yet. An event with an id is known by it: imported before, or
 * exported from this batch. Without an id it is known by its key, as often as the books have it: two deaths at noon are two.
 */
export async function newBookings(
  work: UnitOfWork,
  { batchId, ownSource }: { readonly batchId: string; readonly ownSource: string },
  bookings: readonly Booking[],
): Promise<Booking[]> {
  const movements = await animalMovementsOfBatch(work, batchId)
  const weighings = await weighingsOfBatch(work, batchId)
  const ownIds = [
    ...movements.map(({ id }) => movementEventId(id)).flatMap(id => [id, weightIdOf(id)]),
    ...weighings.map(({ id }) => weighingEventId(id)),
  ]
  const known = new Set(
    [...(await importedEvents(work, batchId)), ...ownIds.map(id => ({ source: ownSource, id }))].map(identityKey),
  )
  const counts = new Map<string, number>()
  for (const key of [
    ...movements.map(row => keyOf(row.at, row.action_type === 'DEATH' ? 'DEATH' : row.action, row.number)),
    ...weighings.map(row => keyOf(row.at, 'WEIGHING', row.number)),
  ])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  return bookings.filter(booking => {
    if (booking.identity) {
      const key = identityKey(booking.identity)
      if (known.has(key)) return false
      known.add(key)
      return true
    }
    const key = bookingKey(booking)
    const left = counts.get(key) ?? 0
    counts.set(key, left - 1)
    return left <= 0
  })
}
