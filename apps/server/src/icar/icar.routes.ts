import { CreateAnimalMovement } from '@steading/contract/production/animalMovements'
import { BATCH_ATTACHMENTS } from '@steading/contract/production/batches'
import { icar, icarSpecies } from '@steading/contract/production/icar'
import { CreateWeighing } from '@steading/contract/production/weighings'
import type { SpeciesCode } from '@steading/contract/production/species'
import { speciesName } from '@steading/locales/production'
import { animalMovementsOfBatch, createAnimalMovement } from '../animalMovements/index.ts'
import { batchById, lockBatches } from '../batches/index.ts'
import type { BatchRow } from '../batches/index.ts'
import { deathReasonChoices } from '../deathReasons/index.ts'
import { publicUrl } from '../platform/config/config.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed, Refused } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { createWeighing, presentWeighings, weighingsOfBatch } from '../weighings/index.ts'
import { icarEvents } from './exportEvents.ts'
import { icarCodes, insertImportedEvent } from './icar.sql.ts'
import { bookingsOf, ImportProblem, readEvents } from './importEvents.ts'
import type { Booking } from './importEvents.ts'
import { usualSale } from './kinds.ts'
import { newBookings } from './newBookings.ts'

const codeOf = ({ species }: BatchRow) => species as SpeciesCode // safe: the contract checked it before it was stored

/** @throws Refused for poultry and rabbits */
function supportedSpecies(batch: BatchRow) {
  const species = icarSpecies(codeOf(batch))
  if (!species) throw new Refused('ICAR_SPECIES_NOT_SUPPORTED')
  return species
}

/** The members of events that fields of the books are read from. */
const MEMBERS: Readonly<Record<string, string>> = {
  timestamp: 'eventDateTime',
  number: 'countObserved',
  weight: 'statistics',
  totalWeight: 'statistics',
  age: 'inventoryClassification.birthPeriod',
}

async function bookRow(work: UnitOfWork, world: World, booking: Booking) {
  if (booking.kind === 'WEIGHING')
    return { weighing_id: (await createWeighing(work, world, CreateWeighing.parse(booking.weighing))).id }
  const { id } = await createAnimalMovement(work, world, CreateAnimalMovement.parse(booking.movement), {
    store: { files: world.files, maxFiles: BATCH_ATTACHMENTS },
    uploads: [],
  })
  return { animal_movement_id: id }
}

/** Books an event, and stores that it is. @throws ImportProblem with the member that is wrong; Refused with the event */
async function book(work: UnitOfWork, world: World, batchId: string, booking: Booking): Promise<void> {
  try {
    const row = await bookRow(work, world, booking)
    if (booking.identity) await insertImportedEvent(work, batchId, booking.identity, row)
  } catch (error) {
    if (error instanceof Refused) throw new Refused(error.code, error.text, error.values, { kind: 'ofEvent', row: booking.event })
    if (!(error instanceof Failed) || error.code !== 'INVALID_INPUT') throw error
    const field = error.fields[0]?.field ?? ''
    if (field === 'weight' && booking.kind === 'MOVEMENT' && booking.movement.weight === undefined)
      throw new ImportProblem('WEIGHT_MISSING', booking.event, 'statistics')
    throw new ImportProblem('INVALID_EVENT', booking.event, MEMBERS[field] ?? field)
  }
}

/** Causes that the books do not know, and how many animals died of each. */
function unknownReasons(bookings: readonly Booking[]) {
  const deaths = new Map<string, number>()
  for (const booking of bookings)
    if (booking.kind === 'MOVEMENT' && booking.unknownReason)
      deaths.set(booking.unknownReason, (deaths.get(booking.unknownReason) ?? 0) + booking.movement.number)
  return [...deaths].map(([reason, count]) => ({ reason, deaths: count }))
}

export const icarSlice = (world: World) => {
  const { db, config, texts } = world
  return slice(icar, {
    exportEvents: ({ actor, params }) =>
      db.work(actor, async work => {
        const batch = orNotFound(await batchById(work, params.id))
        const species = supportedSpecies(batch)
        const movements = await animalMovementsOfBatch(work, batch.id)
        const reasonIds = movements.flatMap(row => row.death_reason_id ?? [])
        const member = icarEvents(
          {
            species,
            name: speciesName(codeOf(batch), texts['en-US']),
            entityId: batch.entity_id,
            timeZone: batch.timeZone,
            usualSale: usualSale(batch.production_type),
            source: publicUrl(config),
          },
          movements,
          await presentWeighings(work, await weighingsOfBatch(work, batch.id)),
          await icarCodes(work, [...new Set(reasonIds)]),
        )
        await work.audit({
          action: 'EXPORT',
          objectType: 'batch',
          objectId: batch.id,
          objectName: batch.code,
          entityId: batch.entity_id,
          changes: [],
        })
        return {
          name: `ICAR ADE ${batch.code}.json`,
          type: 'application/json',
          content: Buffer.from(JSON.stringify({ view: { totalItems: member.length }, member }, null, 2)),
        }
      }),
    importEvents: async ({ actor, params, body }) => {
      try {
        return await db.work(actor, async work => {
          const batch = orNotFound((await lockBatches(work, [params.id]))[0])
          const species = supportedSpecies(batch)
          const deathReasons = await deathReasonChoices(work, { species: codeOf(batch), entityId: batch.entity_id })
          const target = {
            batchId: batch.id,
            species,
            timeZone: batch.timeZone,
            usualSale: usualSale(batch.production_type),
            deathReasons,
          }
          const bookings = bookingsOf(readEvents(body.text, species), target)
          const { fresh, matches } = await newBookings(work, { batchId: batch.id, ownSource: publicUrl(config) }, bookings)
          for (const booking of fresh) await book(work, world, batch.id, booking)
          for (const { identity, movementId } of matches)
            await insertImportedEvent(work, batch.id, identity, { animal_movement_id: movementId })
          const weighings = fresh.filter(({ kind }) => kind === 'WEIGHING').length
          return {
            movements: fresh.length - weighings,
            weighings,
            skipped: bookings.length - fresh.length,
            unknownReasons: unknownReasons(fresh),
            problem: null,
          }
        })
      } catch (error) {
        // The transaction is rolled back: nothing of the file is booked.
        if (!(error instanceof ImportProblem)) throw error
        const { code, event, field } = error
        return { movements: 0, weighings: 0, skipped: 0, unknownReasons: [], problem: { code, event, field } }
      }
    },
  })
}
