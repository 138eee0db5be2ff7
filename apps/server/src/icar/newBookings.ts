import { animalMovementsOfBatch } from '../animalMovements/index.ts'
import type { AnimalMovementRow } from '../animalMovements/index.ts'
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
const movementKey = (row: AnimalMovementRow) => keyOf(row.at, row.action_type === 'DEATH' ? 'DEATH' : row.action, row.number)
const identityKey = ({ source, id }: EventIdentity): string => JSON.stringify([source, id])

/** An event with an id whose movement was booked by hand. */
interface Match {
  readonly identity: EventIdentity
  readonly movementId: string
}

/**
 * The bookings of a file that the books of a batch do not hold yet. An event with an id is known by it: imported before, or
 * exported from this batch. An arrival or departure is also known by its key if it was booked by hand: `matches`. Deaths are not:
 * two pens may each have one at noon. Without an id an event is known by its key, as often as the books have it.
 */
export async function newBookings(
  work: UnitOfWork,
  { batchId, ownSource }: { readonly batchId: string; readonly ownSource: string },
  bookings: readonly Booking[],
): Promise<{ readonly fresh: Booking[]; readonly matches: Match[] }> {
  const movements = await animalMovementsOfBatch(work, batchId)
  const weighings = await weighingsOfBatch(work, batchId)
  const imported = await importedEvents(work, batchId)
  const ownIds = [
    ...movements.map(({ id }) => movementEventId(id)).flatMap(id => [id, weightIdOf(id)]),
    ...weighings.map(({ id }) => weighingEventId(id)),
  ]
  const known = new Set([...imported, ...ownIds.map(id => ({ source: ownSource, id }))].map(identityKey))
  const counts = new Map<string, number>()
  for (const key of [...movements.map(movementKey), ...weighings.map(row => keyOf(row.at, 'WEIGHING', row.number))])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  const importedIds = new Set(imported.map(({ movementId }) => movementId))
  const byHand = movements.filter(({ id, action_type: type }) => type !== 'DEATH' && !importedIds.has(id))
  const matches: Match[] = []
  const fresh = bookings.filter(booking => {
    const key = bookingKey(booking)
    if (!booking.identity) {
      const left = counts.get(key) ?? 0
      counts.set(key, left - 1)
      return left <= 0
    }
    if (known.has(identityKey(booking.identity))) return false
    known.add(identityKey(booking.identity))
    const match = byHand.findIndex(row => movementKey(row) === key)
    if (match === -1) return true
    const [row] = byHand.splice(match, 1)
    matches.push({ identity: booking.identity, movementId: row!.id })
    return false
  })
  return { fresh, matches }
}
